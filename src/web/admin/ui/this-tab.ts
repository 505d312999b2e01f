import { randomKey } from "#web/lib/idempotency-keys.ts";

const LOCK = "tab ";

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
  claimed ??= claim(window.sessionStorage.getItem("tab") ?? randomKey());
  const id = await claimed;
  window.sessionStorage.setItem("tab", id);
  const { held = [] } = (await locks()?.query()) ?? {};
  const names = held.flatMap(({ name = "" }) => (name.startsWith(LOCK) ? name.slice(LOCK.length) : []));
  return { id, openIds: new Set(names.filter((one) => one !== id)) };
}

/** Holds the id until the tab closes. Resolves with another one if an open tab holds it. */
function claim(id: string): Promise<string> {
  return new Promise((resolve) => {
    const isAsked = locks()?.request(LOCK + id, { ifAvailable: true }, (lock) => {
      resolve(lock ? id : claim(randomKey()));
      return lock ? new Promise<never>(() => undefined) : undefined;
    });
    if (isAsked) isAsked.catch(() => resolve(id));
    else resolve(id);
  });
}

function locks(): LockManager | undefined {
  return (navigator as Partial<Navigator>).locks;
}
