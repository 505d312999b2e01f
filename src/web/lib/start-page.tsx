import { type ReactNode, StrictMode, useEffect, useEffectEvent } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { DRAWN_STYLE, DRAWN_STYLES, EARLY_PRESS } from "#contract/first-answers.ts";
import { followTranslation } from "./follow-translation.ts";
import type { Router } from "./routing/create-router.ts";
import { RouterView } from "./routing/router-view.tsx";

const FONTS = ['1em "Figtree Variable"', '1em "Source Serif 4 Variable"'];
const FONTS_WITHIN_MS = 2000;
/** A router that takes longer shows its own "Loading". */
const SCREEN_WITHIN_MS = 250;

/** Renders the screen of the address once its fonts have loaded or take too long, or hydrates the server's drawing. */
export function startPage(router: Router, fontsWithinMs = FONTS_WITHIN_MS): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  followTranslation();
  withholdComposition(window);

  // The browser may restore a cached page after its person has signed out.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  const page = (
    <StrictMode>
      <RouterView router={router} />
    </StrictMode>
  );
  if (root.dataset.drawn !== undefined) {
    const { href } = window.location;
    void untilScreen(router).then(() => {
      // The guard may have led elsewhere.
      const isSame = window.location.href === href && router.state.failure === null;
      styleDrawn(root);
      const takenOver = () => {
        delete root.dataset.drawn;
        (window as { [EARLY_PRESS]?: () => void })[EARLY_PRESS]?.();
      };
      if (isSame) hydrateRoot(root, <WhenShown run={takenOver}>{page}</WhenShown>);
      else {
        delete root.dataset.drawn;
        createRoot(root).render(page);
      }
    });
    return;
  }

  // Text in another font would move when its own arrives.
  const ready = [
    within(fontsWithinMs, Promise.allSettled(FONTS.map((font) => document.fonts.load(font)))),
    within(SCREEN_WITHIN_MS, untilScreen(router)),
  ];
  void Promise.all(ready).then(() => createRoot(root).render(page));
}

function WhenShown({ run, children }: { run: () => void; children: ReactNode }) {
  const whenShown = useEffectEvent(run);
  useEffect(() => whenShown(), []);
  return children;
}

/** Gives the elements of a drawing their own styles, which its style sheet held because the policy allows no other. */
function styleDrawn(root: HTMLElement): void {
  const sheet = document.querySelector<HTMLStyleElement>(`#${DRAWN_STYLES}`)?.sheet;
  for (const element of root.querySelectorAll<HTMLElement>(`[${DRAWN_STYLE}]`)) {
    const rule = sheet?.cssRules[Number(element.getAttribute(DRAWN_STYLE))] as CSSStyleRule | undefined;
    element.style.cssText = rule?.style.cssText ?? "";
    element.removeAttribute(DRAWN_STYLE);
  }
}

/** Resolves once the first screen can be shown, with its code and its guard. */
function untilScreen(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.isInitialized) resolve();
    const stop = router.subscribe(({ isInitialized }) => {
      if (!isInitialized) return;
      stop();
      resolve();
    });
  });
}

function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

/** The key code of every key that an input method handles. Safari ends a composition before its last key event. */
const TAKEN_BY_INPUT_METHOD = 229;

/** Hides the keys of an input method from all listeners, so that Enter only ends a Japanese or Chinese word. */
export function withholdComposition(target: Window): () => void {
  const withhold = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) event.stopImmediatePropagation();
  };
  target.addEventListener("keydown", withhold, true);
  return () => target.removeEventListener("keydown", withhold, true);
}
