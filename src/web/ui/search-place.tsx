import { type ComponentType, useEffect, useState } from "react";
import { ON_MAC, OPENING } from "./search-button.tsx";
import { showLoadFailure } from "./use-fetched-part.ts";

export type PaletteProps = {
  /** What was typed while the search was loaded. */
  typed: string;
  onClose: () => void;
};

/** Opens the search by its button and by Ctrl-K, or Cmd-K on a Mac. Its code is fetched when it is first opened. */
export function SearchPlace({ load }: { load: () => Promise<ComponentType<PaletteProps>> }) {
  const [opened, setOpened] = useState<{ Palette: ComponentType<PaletteProps>; typed: string } | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let isLoading = false;
    async function open() {
      if (isLoading) return;
      isLoading = true;
      const keys = captureEarlyKeys();
      const Palette = await load().catch(showLoadFailure("Search didn't open"));
      isLoading = false;
      const typed = keys.end();
      if (Palette && typed !== null && !signal.aborted) setOpened({ Palette, typed });
    }
    window.addEventListener(OPENING, () => void open(), { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (!isShortcut(event)) return;
        event.preventDefault();
        if (!document.querySelector("dialog[open]")) void open();
      },
      { signal },
    );
    return () => listening.abort();
  }, [load]);
  return opened ? <opened.Palette typed={opened.typed} onClose={() => setOpened(null)} /> : null;
}

/** On a Mac, Ctrl-K deletes to the end of the line. A control that uses the keys itself keeps them. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented } = event;
  const hasCommand = ON_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return hasCommand && !altKey && !shiftKey && !defaultPrevented && key.toLowerCase() === "k";
}

/** Buffers what is typed until the search field has loaded. `end` returns it, or null after Escape. */
function captureEarlyKeys(): { end: () => string | null } {
  const listening = new AbortController();
  let typed: string | null = "";
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || typed === null) return;
      const { key } = event;
      if (key === "Escape") typed = null;
      else if (key === "Backspace") typed = typed.slice(0, -1);
      else if (key.length === 1) typed += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal: listening.signal },
  );
  // Who turns to something else types there.
  window.addEventListener("pointerdown", () => listening.abort(), {
    capture: true,
    signal: listening.signal,
  });
  return {
    end() {
      listening.abort();
      return typed;
    },
  };
}
