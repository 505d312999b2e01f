import type { PuckState } from "#domain/page/page.ts";

const MAX_STEPS = 200;

/** A page, the step that led to it, and the blocks that were selected before and after this step. */
type Step = { page: PuckState; what: string; before: readonly string[]; after: readonly string[] };
/** What an undo or redo leads to. */
export type Restored = { page: PuckState; what: string; selected: readonly string[] };

/** The pages before and after each step. Pages are never changed in place, so a step costs little. */
export class PageHistory {
  #steps: Step[];
  #at = 0;

  constructor(first: PuckState) {
    this.#steps = [{ page: first, what: "", before: [], after: [] }];
  }

  get #current(): Step {
    return this.#steps[this.#at] as Step;
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
    this.#steps = [...this.#steps.slice(0, this.#at + 1), step].slice(-MAX_STEPS);
    this.#at = this.#steps.length - 1;
  }

  /** Completes the last step with a page of its own. */
  complete(page: PuckState): void {
    if (!this.hasPast) return;
    this.#steps = [...this.#steps.slice(0, this.#at), { ...this.#current, page }];
  }

  back(): Restored | undefined {
    if (!this.hasPast) return undefined;
    const { what, before } = this.#current;
    this.#at -= 1;
    return { page: this.now, what, selected: before };
  }

  forward(): Restored | undefined {
    if (!this.hasFuture) return undefined;
    this.#at += 1;
    const { page, what, after } = this.#current;
    return { page, what, selected: after };
  }
}
