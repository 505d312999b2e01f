import { type ComponentType, useEffect, useState } from "react";
import { ON_MAC, OPENING } from "./search-button.tsx";
import { showToast } from "./toasts.tsx";

export type PaletteProps = { onClose: () => void };

/** Opens the search by its button and by Ctrl-K, or Cmd-K on a Mac. Its code is fetched when it is first opened. */
export function SearchPlace({ load }: { load: () => Promise<ComponentType<PaletteProps>> }) {
  const [opened, setOpened] = useState<{ Palette: ComponentType<PaletteProps> } | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    async function open() {
      try {
        const Palette = await load();
        if (!signal.aborted) setOpened({ Palette });
      } catch (error) {
        console.error("The search could not be loaded", error);
        showToast({
          tone: "error",
          title: "Search did not open",
          text: "Please check your connection and try again.",
        });
      }
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
  return opened ? <opened.Palette onClose={() => setOpened(null)} /> : null;
}

/** On a Mac, Ctrl-K deletes to the end of the line. A control that uses the keys itself keeps them. */
function isShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, altKey, shiftKey, defaultPrevented } = event;
  const isHeld = ON_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isHeld && !altKey && !shiftKey && !defaultPrevented && key.toLowerCase() === "k";
}
