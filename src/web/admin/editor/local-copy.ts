import { isPlainObject } from "#domain/page/json-value.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";

/** A page that was not saved when its window closed, and the revision that it was made from. */
export type LocalCopy = { page: PuckState; revision: number; keptAt: string };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (personId: string, documentId: string) => `draft ${personId} ${documentId}`;

/** Keeps a page on this computer. Returns false if the browser has no room for it. */
export function keepLocalCopy(store: Store, personId: string, documentId: string, copy: LocalCopy): boolean {
  try {
    store.setItem(keyOf(personId, documentId), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

export function forgetLocalCopy(store: Store, personId: string, documentId: string): void {
  try {
    store.removeItem(keyOf(personId, documentId));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The page that was kept; undefined if there is none, or nobody can read it. */
export function findLocalCopy(store: Store, personId: string, documentId: string): LocalCopy | undefined {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(personId, documentId)) ?? "null");
    if (!isPlainObject(kept) || !Number.isInteger(kept.revision)) return undefined;
    const { page } = migratePage(kept.page);
    return { page, revision: Number(kept.revision), keptAt: String(kept.keptAt) };
  } catch {
    return undefined;
  }
}
