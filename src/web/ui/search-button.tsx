import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { ICON_BUTTON_CLASS } from "./button.tsx";

/** The event that opens the search (search-place.tsx). */
export const OPENING = "open-search";
export const ON_MAC = /^(?:Mac|iP)/.test(navigator.platform);

/** Drawn here, because the module of the icon would be one more file on every page. */
export function SearchIcon() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
    >
      <path d="m21 21-4.3-4.3M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0" />
    </svg>
  );
}

export function SearchButton() {
  const isOnMac = useIsHydrated() && ON_MAC;
  return (
    <button
      type="button"
      aria-label="Search"
      aria-haspopup="dialog"
      aria-keyshortcuts={isOnMac ? "Meta+K" : "Control+K"}
      title={isOnMac ? "Search (⌘K)" : "Search (Ctrl K)"}
      onClick={() => dispatchEvent(new Event(OPENING))}
      className={ICON_BUTTON_CLASS}
    >
      <SearchIcon />
    </button>
  );
}
