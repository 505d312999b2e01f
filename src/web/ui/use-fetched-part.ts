import { useState } from "react";
import { isConnected } from "#web/lib/connection.ts";
import { showToast } from "./toasts.tsx";

/** For the button that opens a part. */
export type PartOpener = { onPointerEnter: () => void; onFocus: () => void; "aria-busy": true | undefined };

/** For a failed import. A reload helps if the browser remembers the failure or a newer build replaced the file. */
export const showLoadFailure = (title: string) => (error: unknown) => {
  console.error(title, error);
  showToast({ tone: "error", title, text: "Please check your connection, then reload the page." });
  return null;
};

/**
 * A part of the screen whose code is loaded on the first hover, focus or press, not with the screen. `open` resolves to
 * whether it is there, and says so if it cannot be fetched. It opens only where it was asked for.
 */
export function useFetchedPart<Part>(load: () => Promise<Part>, name: string) {
  const [part, setPart] = useState<Part | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const prepare = () => {
    if (isConnected()) load().catch(() => undefined);
  };
  const opener: PartOpener = {
    onPointerEnter: prepare,
    onFocus: prepare,
    "aria-busy": isOpening || undefined,
  };
  async function open() {
    const { pathname } = location;
    setIsOpening(true);
    const loaded = await load().catch(showLoadFailure(`The ${name} couldn't be opened`));
    setIsOpening(false);
    const isThere = loaded !== null && location.pathname === pathname;
    if (isThere) setPart(() => loaded);
    return isThere;
  }
  return { part, opener, open };
}
