import { type ComponentProps, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";

const FONTS = ['1em "Figtree Variable"', '1em "Source Serif 4 Variable"'];
const FONTS_WITHIN_MS = 2000;
/** A router that takes longer shows its own "Loading". */
const SCREEN_WITHIN_MS = 250;

type Router = ComponentProps<typeof RouterProvider>["router"];

/**
 * Shows the screen of the page's address, and of every address that the person goes to from there. The first one waits
 * for the fonts, but no longer than it is told.
 */
export function startPage(router: Router, fontsWithinMs = FONTS_WITHIN_MS): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");

  // The browser may restore a cached page after its person has signed out.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  // Text in another font would move when its own arrives.
  const ready = [
    within(fontsWithinMs, Promise.allSettled(FONTS.map((font) => document.fonts.load(font)))),
    within(SCREEN_WITHIN_MS, untilScreen(router)),
  ];
  void Promise.all(ready).then(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

/** Resolves once the first screen can be shown, with its code and its guard. */
function untilScreen(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}
