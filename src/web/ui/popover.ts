import type { FocusEvent } from "react";

const GAP_PX = 6;

/** Places a popover below the button that opens it, ending where it ends. `scrolled` is 0 for a fixed one. */
export function placeBelow(
  opener: HTMLElement | null,
  popover: HTMLElement | null,
  scrolled = window.scrollY,
): void {
  if (!opener || !popover) return;
  const { bottom, right } = opener.getBoundingClientRect();
  popover.style.top = `${bottom + scrolled + GAP_PX}px`;
  popover.style.right = `${document.documentElement.clientWidth - right}px`;
}

/** For the blur of a popover: once the focus is elsewhere, an open popover would cover it. */
export function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
  // Its opener closes it by a press.
  if (relatedTarget.getAttribute("popovertarget") !== currentTarget.id) currentTarget.hidePopover();
}
