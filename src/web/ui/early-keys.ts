/**
 * Keeps what a person types on the page until its field is there. `end` stops listening and returns the text, or null
 * if they pressed Escape meanwhile.
 */
export function keepEarlyKeys(): { end: () => string | null } {
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
