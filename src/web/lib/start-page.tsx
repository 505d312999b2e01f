import { type ComponentProps, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";

const FONTS = ['1em "Figtree Variable"', '1em "Source Serif 4 Variable"'];
const FONTS_WITHIN_MS = 2000;

/** Shows the screen of the page's address, and of every address that the person goes to from there. */
export function startPage(router: ComponentProps<typeof RouterProvider>["router"]): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");

  // The browser may restore a cached page after its person has signed out.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  // Text in another font would move when its own arrives. The page preloads the fonts, so they are seldom late.
  void untilFonts().then(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
}

async function untilFonts(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, FONTS_WITHIN_MS));
  await Promise.race([late, Promise.allSettled(FONTS.map((font) => document.fonts.load(font)))]);
}
