import { randomKey } from "#web/lib/idempotency-keys.ts";

const LOCK = "tab ";
/** A reloaded page requests its id before the previous page has released it. */
const MAX_RELEASE_MS = 1500;

export type ThisTab = {
  id: string;
  /** Of the other tabs of this browser that are open. */
  openIds: ReadonlySet<string>;
};

let claimed: Promise<string> | undefined;

/**
 * This tab, with an id that survives a reload. A duplicated tab gets an id of its own, but not in a browser without locks,
 * such as on an address without TLS.
 */
export async function thisTab(): Promise<ThisTab> {
  const { locks } = navigator as Partial<Navigator>;
  claimed ??= claim(locks, window.sessionStorage.getItem("tab") ?? randomKey());
  const id = await claimed;
  remember(id);
  return { id, openIds: await tabsBeside(locks, id) };
}

type Locks = Pick<LockManager, "request" | "query"> | undefined;

/** Locks the id until the tab closes. Resolves with another id if an open tab has the lock. */
export function claim(locks: Locks, id: string, waitMs = MAX_RELEASE_MS): Promise<string> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(waitMs);
    const lockUntilClosed = () => {
      resolve(id);
      return new Promise<never>(() => undefined);
    };
    if (!locks) return resolve(id);
    const request = locks.request(LOCK + id, { signal }, lockUntilClosed);
    request.catch(() => resolve(signal.aborted ? claim(locks, randomKey()) : id));
  });
}

/** The ids of the open tabs besides one. */
export async function tabsBeside(locks: Locks, id: string): Promise<Set<string>> {
  // If the browser refuses the query, no other tab is assumed.
  const { held: heldLocks = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  const ids = heldLocks.flatMap(({ name = "" }) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : []));
  return new Set(ids.filter((one) => one !== id));
}

function remember(id: string): void {
  try {
    window.sessionStorage.setItem("tab", id);
  } catch {
    // Without storage the next page counts as another tab, which claims what this one left.
  }
}
