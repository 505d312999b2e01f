import type { Place } from "./address.ts";

export type Leaving = { leave: () => void; stay: () => void };

/** A form with typed text. */
export type NavigationBlocker = {
  /** Whether nothing is lost at another place. */
  isStill: (next: Place, now: Place) => boolean;
  confirm: (leaving: Leaving) => void;
};

/** The blocker that was registered last is asked first. */
const blockers: NavigationBlocker[] = [];

/** Asks before typed text would be lost. Returns an unsubscribe function. */
export function blockNavigation(blocker: NavigationBlocker): () => void {
  blockers.push(blocker);
  return () => void blockers.splice(blockers.lastIndexOf(blocker), 1);
}

export function isBlocking(blocker: NavigationBlocker): boolean {
  return blockers.includes(blocker);
}

export function hasTypedText(): boolean {
  return blockers.length > 0;
}

/** The next form that loses its text and has not been asked yet. */
export function findBlocker(
  answered: readonly NavigationBlocker[],
  losesText: (blocker: NavigationBlocker) => boolean = () => true,
): NavigationBlocker | undefined {
  return blockers.findLast((one) => !answered.includes(one) && losesText(one));
}

/** Asks before all that is typed on this page is lost. Resolves with whether to go on: at once if nothing is typed. */
export async function confirmLeaving(answered: readonly NavigationBlocker[] = []): Promise<boolean> {
  const blocker = findBlocker(answered);
  if (!blocker) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  blocker.confirm({ leave: () => resolve(true), stay: () => resolve(false) });
  return (await promise) && confirmLeaving([...answered, blocker]);
}
