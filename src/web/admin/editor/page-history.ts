import { mergePages } from "#domain/page/merge-pages.ts";
import type { PuckState } from "#domain/page/page.ts";

const MAX_STEPS = 200;

/** A page, the step that led to it, and the blocks that were selected before and after this step. */
type Step = { page: PuckState; what: string; before: readonly string[]; after: readonly string[] };
/** A step, and how many changes of other authors its page has. */
type StoredStep = Step & { merged: number };
/** What an undo or redo leads to. */
export type Restored = { page: PuckState; what: string; selected: readonly string[] };

/** The pages before and after each step. Pages are never changed in place, so a step costs little. */
export class PageHistory {
  #steps: StoredStep[];
  #at = 0;
  /** What other authors have changed. A step is merged with it when it is shown again. */
  readonly #theirs: { before: PuckState; after: PuckState }[] = [];

  constructor(first: PuckState) {
    this.#steps = [{ page: first, what: "", before: [], after: [], merged: 0 }];
  }

  get #current(): StoredStep {
    return this.#steps[this.#at] as StoredStep;
  }

  get now(): PuckState {
    return this.#current.page;
  }

  get hasPast(): boolean {
    return this.#at > 0;
  }

  get hasFuture(): boolean {
    return this.#at < this.#steps.length - 1;
  }

  add(step: Step): void {
    const added = { ...step, merged: this.#theirs.length };
    this.#steps = [...this.#steps.slice(0, this.#at + 1), added].slice(-MAX_STEPS);
    this.#at = this.#steps.length - 1;
  }

  /** The page with changes of another author. Undo reverts only this author's changes. */
  merge(after: PuckState): void {
    const before = this.now;
    const last = this.#theirs.at(-1);
    const isAlone = this.#steps.every(({ merged }, at) => at === this.#at || merged < this.#theirs.length);
    if (last?.after === before && isAlone) last.after = after;
    else this.#theirs.push({ before, after });
    this.replace(after);
  }

  /** The page in another form, such as sanitised. Undo leads to the pages before it as they are. */
  replace(page: PuckState): void {
    this.#steps = this.#steps.with(this.#at, { ...this.#current, page, merged: this.#theirs.length });
  }

  back(): Restored | undefined {
    if (!this.hasPast) return undefined;
    const { what, before } = this.#current;
    this.#at -= 1;
    return { page: this.#mergeTheirs(), what, selected: before };
  }

  forward(): Restored | undefined {
    if (!this.hasFuture) return undefined;
    this.#at += 1;
    const { what, after } = this.#current;
    return { page: this.#mergeTheirs(), what, selected: after };
  }

  #mergeTheirs(): PuckState {
    const { page, merged } = this.#current;
    const missing = this.#theirs.slice(merged);
    this.replace(missing.reduce((one, { before, after }) => mergePages([before], one, after).mine, page));
    return this.now;
  }
}
