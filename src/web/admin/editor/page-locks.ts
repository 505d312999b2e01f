import { findItem } from "#domain/page/edit-page.ts";
import { holdsLock, isWorkField, lockAround, lockIssues } from "#domain/page/locks.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { LOCKED } from "./spoken-words.ts";

/** The blocks that a template has locked in a document. The template itself stays editable. Refusals are announced. */
export class PageLocks {
  readonly #areKept: boolean;
  readonly #say: (text: string) => void;

  constructor(areLocked: boolean, announce: (text: string) => void) {
    this.#areKept = areLocked;
    this.#say = announce;
  }

  /** The locked block around this one, or the block itself. */
  around(page: PuckState, id: string | null): PageItem | undefined {
    return this.#areKept && id !== null ? lockAround(page, id) : undefined;
  }

  /** Refuses an action on blocks if one of them is locked, or contains a locked block. */
  refuseFor(page: PuckState, ids: readonly string[]): boolean {
    const isLocked = (id: string) => {
      const item = findItem(page, id)?.item;
      return item !== undefined && (this.around(page, id) !== undefined || holdsLock(item));
    };
    return this.#refuseIf(this.#areKept && ids.some(isLocked));
  }

  refuseChange(next: PuckState, page: PuckState): boolean {
    return this.#refuseIf(this.#areKept && lockIssues(next, page).length > 0);
  }

  /** Refuses to write these props. The work that a locked block shows is the document's own. */
  refuseWriting(page: PuckState, { type, props }: PageItem, written: readonly string[]): boolean {
    const isFree = written.every((name) => isWorkField(type, name));
    return this.#refuseIf(!isFree && this.around(page, props.id) !== undefined);
  }

  #refuseIf(isRefused: boolean): boolean {
    if (isRefused) this.#say(LOCKED);
    return isRefused;
  }
}
