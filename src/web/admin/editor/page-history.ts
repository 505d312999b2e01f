import type { PuckState } from "#domain/page/page.ts";

const MOST_STEPS = 200;

/** The pages before and after each step. Pages are never changed in place, so a step costs little. */
export class PageHistory {
  #steps: PuckState[];
  #at = 0;

  constructor(first: PuckState) {
    this.#steps = [first];
  }

  get now(): PuckState {
    return this.#steps[this.#at] as PuckState;
  }

  get hasPast(): boolean {
    return this.#at > 0;
  }

  get hasFuture(): boolean {
    return this.#at < this.#steps.length - 1;
  }

  /** Adds a step, or completes the last one. */
  add(page: PuckState, isSameStep = false): void {
    const end = isSameStep && this.#at > 0 ? this.#at : this.#at + 1;
    this.#steps = [...this.#steps.slice(0, end), page].slice(-MOST_STEPS);
    this.#at = this.#steps.length - 1;
  }

  back(): PuckState | undefined {
    if (!this.hasPast) return undefined;
    this.#at -= 1;
    return this.now;
  }

  forward(): PuckState | undefined {
    if (!this.hasFuture) return undefined;
    this.#at += 1;
    return this.now;
  }
}
