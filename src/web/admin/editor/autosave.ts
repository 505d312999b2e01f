import { areSamePages } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";

/** Somebody else's save, which came first. */
export type TheirSave = { savedAt: string; savedBy: string | null };

export type SaveState =
  | { kind: "saved" | "saving" }
  /** `why` begins with a capital: "You are offline." */
  | { kind: "failed"; why: string }
  | { kind: "conflict"; theirs: TheirSave }
  /** The page can no longer be saved here, such as after it was sent. */
  | { kind: "closed"; why: string };

/** What became of a save. */
type Outcome =
  | { kind: "saved"; revision: number }
  /** It may succeed by itself a little later. */
  | { kind: "unreachable"; why: string }
  /** It succeeds only with another page. */
  | { kind: "refused"; why: string }
  | { kind: "conflict"; theirs: TheirSave }
  | { kind: "closed"; why: string };

type AutosaveHooks = {
  /** The signal ends a request that nobody waits for any more. */
  send(page: PuckState, revision: number, signal: AbortSignal): Promise<Outcome>;
  /** Keeps a copy on this computer until a save is confirmed; null: nothing is left to keep. */
  keep(page: PuckState | null, revision: number): void;
};

const PAUSE_MS = 1000;
/** A connection that swallows requests is one that cannot be reached. */
const LONGEST_SAVE_MS = 30_000;
const RETRY_MS = [2000, 4000, 8000, 15_000] as const;

/** Saves the page a moment after each change: one request at a time, always with the newest page. */
export class Autosave {
  readonly #hooks: AutosaveHooks;
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { kind: "saved" };
  #saved: PuckState;
  #latest: PuckState;
  #revision: number;
  /** Sent without an answer: the server may have it, so the same page is sent again first. */
  #unanswered: PuckState | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #isTyping = false;

  constructor(saved: PuckState, revision: number, hooks: AutosaveHooks) {
    this.#saved = saved;
    this.#latest = saved;
    this.#revision = revision;
    this.#hooks = hooks;
  }

  now = (): SaveState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The page as it is now on this computer. */
  get latest(): PuckState {
    return this.#latest;
  }

  /** The revision that the next save names. */
  get revision(): number {
    return this.#revision;
  }

  changed(page: PuckState): void {
    this.#latest = page;
    if (this.#isOver()) {
      this.#hooks.keep(page, this.#revision);
      return;
    }
    if (this.#sending === null && this.#unanswered === null && areSamePages(page, this.#saved)) {
      this.#settle();
      return;
    }
    this.#hooks.keep(page, this.#revision);
    this.#set({ kind: "saving" });
    this.#schedule(PAUSE_MS);
  }

  /** Something is being typed that will change the page. Or it has been, unless a lock kept the page as it was. */
  typing(isTyping: boolean): void {
    this.#isTyping = isTyping;
    if (isTyping && this.#state.kind === "saved") this.#set({ kind: "saving" });
    const isWaiting = this.#sending !== null || this.#unanswered !== null;
    if (!isTyping && this.#state.kind === "saving" && !isWaiting && !this.#isUnsaved()) this.#settle();
  }

  /** Somebody has saved another page since this one was begun, at this revision. */
  meet(theirs: TheirSave, mine: PuckState, revision: number): void {
    this.#latest = mine;
    this.#revision = revision;
    this.#set({ kind: "conflict", theirs });
  }

  /** Saves at once what is not saved yet, and resolves when the server has answered. */
  async saveNow(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#sending;
    // A second time for what was written after a page whose answer was lost.
    for (let time = 0; time < 2 && this.#isUnsaved(); time += 1) await this.#send();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Nothing of this page is to be kept here any more. */
  giveUp(): void {
    clearTimeout(this.#timer);
    this.#latest = this.#saved;
    this.#hooks.keep(null, this.#revision);
  }

  #isUnsaved(): boolean {
    return !this.#isOver() && !areSamePages(this.#latest, this.#saved);
  }

  #isOver(): boolean {
    return this.#state.kind === "conflict" || this.#state.kind === "closed";
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), afterMs);
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendLatest().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendLatest(): Promise<void> {
    const page = this.#unanswered ?? this.#latest;
    this.#set({ kind: "saving" });
    const outcome = await this.#sendWithin(LONGEST_SAVE_MS, page);
    this.#unanswered = outcome.kind === "unreachable" ? page : null;
    if (outcome.kind === "saved") this.#confirm(page, outcome.revision);
    else if (outcome.kind === "conflict" || outcome.kind === "closed") this.#set(outcome);
    else this.#fail(outcome);
    if (outcome.kind === "refused" && page !== this.#latest) this.#schedule(PAUSE_MS);
  }

  /** A page whose answer comes too late counts as unanswered: the server may have it. */
  async #sendWithin(limitMs: number, page: PuckState): Promise<Outcome> {
    const limit = new AbortController();
    const late = new Promise<Outcome>((resolve) => {
      limit.signal.addEventListener("abort", () =>
        resolve({ kind: "unreachable", why: "The portal does not answer. We keep trying." }),
      );
    });
    const timer = setTimeout(() => limit.abort(), limitMs);
    try {
      return await Promise.race([this.#hooks.send(page, this.#revision, limit.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #confirm(page: PuckState, revision: number): void {
    this.#saved = page;
    this.#revision = revision;
    this.#failures = 0;
    if (page === this.#latest || areSamePages(this.#latest, page)) this.#settle();
    else {
      this.#hooks.keep(this.#latest, revision);
      this.#schedule(PAUSE_MS);
    }
  }

  #fail({ kind, why }: { kind: "unreachable" | "refused"; why: string }): void {
    this.#set({ kind: "failed", why });
    if (kind === "refused") return;
    this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 0);
    this.#failures += 1;
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#hooks.keep(null, this.#revision);
    this.#set({ kind: this.#isTyping ? "saving" : "saved" });
  }

  #set(state: SaveState): void {
    this.#state = state;
    for (const tell of this.#listeners) tell();
  }
}
