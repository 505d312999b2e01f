import { useContext, useEffect, useLayoutEffect, useRef } from "react";
import type { Address } from "./address.ts";
import { RouterContext, StateContext } from "./use-routing.ts";

/** In this window's storage: how far each entry of the history was scrolled. */
const STORED = "scroll-positions";

const positions = readPositions();

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
  } catch {
    return {};
  }
}

function storePositions(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(positions));
  } catch {
    // A browser without storage begins each page at its top.
  }
}

/**
 * A new screen starts at its top or at its "#anchor". Back and forward restore the scroll position. A dialog that leads
 * to it returns the focus to a button of the screen before, so the new one gets it.
 */
export function ScrollRestoration() {
  const router = useContext(RouterContext);
  const { address, preservesScroll } = useContext(StateContext);
  const ledByDialog = useRef<Address | null>(null);

  useEffect(() => {
    history.scrollRestoration = "manual";
    let shown = router.state.address;
    const savePosition = () => {
      positions[shown.key] = window.scrollY;
    };
    const stop = router.subscribe((next) => {
      if (next.address === shown) return;
      ledByDialog.current = document.querySelector("dialog[open]") ? next.address : null;
      savePosition();
      shown = next.address;
    });
    const hide = () => {
      savePosition();
      storePositions();
      history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", hide);
    return () => {
      stop();
      window.removeEventListener("pagehide", hide);
      history.scrollRestoration = "auto";
    };
  }, [router]);

  useLayoutEffect(() => {
    const left = positions[address.key];
    const named = placeNamed(address.hash);
    if (left !== undefined) window.scrollTo(0, left);
    else if (named) named.scrollIntoView();
    else if (!preservesScroll) window.scrollTo(0, 0);
  }, [address, preservesScroll]);

  useEffect(() => {
    if (ledByDialog.current !== address) return;
    ledByDialog.current = null;
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [address]);

  return null;
}

function placeNamed(hash: string): HTMLElement | null {
  if (hash === "") return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}
