type Props = Readonly<Record<string, unknown>>;

const PAUSE_MS = 300;

/** Used instead of a block's id for fields of the page, such as its title. */
export const THE_PAGE = "";

/** What is being typed. Its block shows it at once; after a pause it becomes one change and one undo step of the page. */
export class Drafts {
  #values = new Map<string, Props>();
  /** What was typed up to the end of each earlier word, which is a step of undo of its own. */
  #steps: ReadonlyMap<string, Props>[] = [];
  #isStepEnded = false;
  readonly #listeners = new Map<string, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #commit: (blockId: string, props: Props) => void;
  readonly #onTyping: (isTyping: boolean) => void;

  constructor(commit: (blockId: string, props: Props) => void, onTyping: (isTyping: boolean) => void) {
    this.#commit = commit;
    this.#onTyping = onTyping;
  }

  write(blockId: string, field: string, value: unknown): void {
    if (this.#isStepEnded) this.#steps.push(new Map(this.#values));
    this.#isStepEnded = false;
    this.#values.set(blockId, { ...this.#values.get(blockId), [field]: value });
    this.#notify(blockId);
    this.#onTyping(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Starts a new undo step. */
  endStep(): void {
    this.#isStepEnded = this.#values.size > 0;
  }

  /** The typed values of a block that the page does not have yet. */
  of(blockId: string): Props | undefined {
    return this.#values.get(blockId);
  }

  /** Commits all drafts to the page: before a save, an undo, a move or a copy. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#values.size === 0) return;
    const steps = [...this.#steps, this.#values];
    this.#steps = [];
    this.#isStepEnded = false;
    this.#values = new Map();
    for (const [blockId, props] of steps.flatMap((step) => [...step])) this.#commit(blockId, props);
    for (const blockId of steps.at(-1)?.keys() ?? []) this.#notify(blockId);
    this.#onTyping(false);
  }

  subscribe(blockId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(blockId) ?? new Set();
    this.#listeners.set(blockId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(blockId) === listeners) this.#listeners.delete(blockId);
    };
  }

  #notify(blockId: string): void {
    for (const notify of this.#listeners.get(blockId) ?? []) notify();
  }
}
