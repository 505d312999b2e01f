import type { FocusEvent } from "react";

/** For the blur of a popover: once the focus is elsewhere, an open popover would cover it. */
export function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
  // Its opener closes it by a press.
  if (relatedTarget.getAttribute("popovertarget") !== currentTarget.id) currentTarget.hidePopover();
}
