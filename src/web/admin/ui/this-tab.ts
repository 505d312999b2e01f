import { randomKey } from "#web/lib/idempotency-keys.ts";

const LOCK = "tab ";
/** A page that is loaded again asks for its id before the one before has let go of it. */
const LETS_GO_WITHIN_MS = 1500;

export type ThisTab = {
  id: string;
  /** Of the other tabs of this browser that are open. */
  openIds: ReadonlySet<string>;
};

let claimed: Promise<string> | undefined;

/**
 * This tab, with an id that a reload keeps. A duplicated tab begins with the id of its original, and gets one of its
 * own. A browser without locks, such as on an address without TLS, cannot tell.
 */
export async function thisTab(): Promise<ThisTab> {
  const { locks } = navigator as Partial<Navigator>;
  claimed ??= claim(locks, window.sessionStorage.getItem("tab") ?? randomKey());
  const id = await claimed;
  remember(id);
  return { id, openIds: await tabsBeside(locks, id) };
}

type Locks = Pick<LockManager, "request" | "query"> | undefined;

/** Holds the id until the tab closes. Resolves with another one if an open tab goes on holding it. */
export function claim(locks: Locks, id: string, waitMs = LETS_GO_WITHIN_MS): Promise<string> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(waitMs);
    const hold = () => {
      resolve(id);
      return new Promise<never>(() => undefined);
    };
    const isAsked = locks?.request(LOCK + id, { signal }, hold);
    if (isAsked) isAsked.catch(() => resolve(signal.aborted ? claim(locks, randomKey()) : id));
    else resolve(id);
  });
}

/** The ids of the open tabs besides one. */
export async function tabsBeside(locks: Locks, id: string): Promise<Set<string>> {
  // A browser that refuses to tell knows of no other tab.
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  const ids = held.flatMap(({ name = "" }) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : []));
  return new Set(ids.filter((one) => one !== id));
}

function remember(id: string): void {
  try {
    window.sessionStorage.setItem("tab", id);
  } catch {
    // Without room the next page is another tab, which takes what this one left.
  }
}
