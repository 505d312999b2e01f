import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** Shows a dialog outside of the screen's tree, so that the screen and what is typed there stay. Returns its end. */
export function showOutside(
  dialog: ReactNode,
  place: HTMLElement = document.createElement("div"),
): () => void {
  document.body.append(place);
  const root = createRoot(place);
  root.render(dialog);
  return () => {
    root.unmount();
    place.remove();
  };
}
