import { isPlainObject } from "#domain/page/json-value.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";

/** A page that was not saved when its window closed, and the revision that it was made from. */
export type LocalCopy = {
  page: PuckState;
  revision: number;
  keptAt: string;
  /** The pages that it was made from. Without them a merge takes every difference for a change of both authors. */
  bases?: readonly PuckState[];
};

type PageOf = { personId: string; documentId: string };

/** Two tabs of one person have a copy each, so that neither deletes the other's. */
export type CopyOf = PageOf & { tabId: string };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefixOf = ({ personId, documentId }: PageOf) => `draft ${personId} ${documentId} `;
const keyOf = (of: CopyOf) => prefixOf(of) + of.tabId;

/** Stores a page on this computer. Returns false if the browser's storage is full. */
export function saveLocalCopy(store: Store, of: CopyOf, copy: LocalCopy): boolean {
  return setItem(store, of, copy) || (copy.bases !== undefined && setItem(store, of, { ...copy, bases: [] }));
}

function setItem(store: Store, of: CopyOf, copy: LocalCopy): boolean {
  try {
    store.setItem(keyOf(of), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function forgetLocalCopy(store: Store, of: CopyOf): void {
  try {
    store.removeItem(keyOf(of));
  } catch {
    // A browser without storage has nothing to delete.
  }
}

/** Whether this browser stores the person's unsaved changes of a document. */
export function hasLocalCopy(store: Store, of: PageOf): boolean {
  try {
    return keysOf(store, of).some((key) => read(store, key) !== undefined);
  } catch {
    return false;
  }
}

/** This tab's copy, or else the newest of a closed tab, which this tab then claims. */
export function claimLocalCopy(
  store: Store,
  of: CopyOf,
  openTabIds: ReadonlySet<string> = new Set(),
): LocalCopy | undefined {
  try {
    const own = read(store, keyOf(of));
    if (own) return own;
    const prefix = prefixOf(of);
    const found = keysOf(store, of).flatMap((key) => {
      const copy = openTabIds.has(key.slice(prefix.length)) ? undefined : read(store, key);
      return copy ? [{ key, copy }] : [];
    });
    const [newest] = found.toSorted((one, other) => other.copy.keptAt.localeCompare(one.copy.keptAt));
    if (!newest) return undefined;
    if (saveLocalCopy(store, of, newest.copy)) store.removeItem(newest.key);
    return newest.copy;
  } catch {
    return undefined;
  }
}

/** The keys of all tabs' copies. */
function keysOf(store: Store, of: PageOf): string[] {
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");
  return keys.filter((key) => key.startsWith(prefixOf(of)));
}

function read(store: Store, key: string): LocalCopy | undefined {
  try {
    const stored: unknown = JSON.parse(store.getItem(key) ?? "null");
    if (!isPlainObject(stored) || !Number.isInteger(stored.revision)) return undefined;
    const { page } = migratePage(stored.page);
    const bases = Array.isArray(stored.bases) ? stored.bases.map((base) => migratePage(base).page) : [];
    return { page, bases, revision: Number(stored.revision), keptAt: String(stored.keptAt) };
  } catch {
    return undefined;
  }
}
