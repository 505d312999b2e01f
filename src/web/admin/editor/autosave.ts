import { areSamePages } from "#domain/page/edit-page.ts";
import { type MergedPage, mergePages, withBlockOf, withStored } from "#domain/page/merge-pages.ts";
import type { PuckState } from "#domain/page/page.ts";
import { Observable } from "../ui/listeners.ts";

/** A save of another author, or of this one in another tab. */
export type TheirSave = { savedAt: string; savedBy: string | null };

/** A page as it is stored. */
export type StoredPage = TheirSave & { page: PuckState; revision: number };

/** A page that is not saved yet, and the pages that it was made from: the stored one, and one sent since. */
export type UnsavedPage = { page: PuckState; bases: readonly [PuckState, ...PuckState[]] };

export type SaveState =
  | { kind: "saved" | "saving" }
  /** `why` begins with a capital: "You're offline." */
  | { kind: "failed"; why: string }
  /** Everything is saved but these blocks: another author has changed the same field of each. */
  | { kind: "conflict"; ids: readonly string[] }
  /** The page can no longer be saved here, such as after it was sent. */
  | { kind: "closed"; why: string };

/** The outcome of a save. */
type Outcome =
  /** `page` is what was stored, if that is another one than was sent. */
  | { kind: "saved"; revision: number; page?: PuckState }
  /** A later retry may succeed. */
  | { kind: "unreachable"; why: string }
  /** It succeeds only with another page. */
  | { kind: "refused"; why: string }
  /** Another page was saved first. */
  | { kind: "behind" }
  | { kind: "closed"; why: string };

type Stored = Extract<Outcome, { kind: "saved" }>;

type AutosaveHooks = {
  /** The signal aborts a request that is no longer needed. */
  send(page: PuckState, revision: number, signal: AbortSignal): Promise<Outcome>;
  /** Reads the page as it is stored now. */
  read(): Promise<StoredPage>;
  /** Stores a copy on this computer until a save is confirmed; null: nothing is unsaved. */
  saveCopy(unsaved: UnsavedPage | null, revision: number): void;
  /** Commits the drafts. */
  flush(): void;
  /** Shows the page with the changes of another author. */
  show(merged: Pick<MergedPage, "mine" | "survivingIds">): void;
  /** Shows the page as the server has stored it, such as sanitised. */
  showStored(page: PuckState): void;
};

const PAUSE_MS = 1000;
/** A server that does not answer counts as unreachable. */
const SAVE_TIMEOUT_MS = 30_000;
const RETRY_MS = [2000, 4000, 8000, 15_000] as const;
const NO_ANSWER = "The portal can't be reached. We keep trying.";

/**
 * Saves the newest page a moment after each change, one request at a time, and merges saves of other authors by block.
 * Where both have changed the same field, theirs stays stored until this author chooses.
 */
export class Autosave extends Observable {
  readonly #hooks: AutosaveHooks;
  #state: SaveState = { kind: "saved" };
  #stored: Pick<StoredPage, "page" | "revision">;
  /** The stored page, but where a conflict is open what both authors had before. */
  #base: PuckState;
  #latest: PuckState;
  #conflictIds: readonly string[] = [];
  /** Sent without an answer: the server may have it, so the same page is sent again first. */
  #unanswered: { page: PuckState; base: PuckState } | null = null;
  /** Another author's save that is not merged yet. */
  #offered: StoredPage | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #failures = 0;
  #isTyping = false;
  #isComposing = false;

  constructor(stored: Pick<StoredPage, "page" | "revision">, hooks: AutosaveHooks, unsaved?: UnsavedPage) {
    super();
    this.#stored = stored;
    this.#hooks = hooks;
    const merged = unsaved && mergePages(unsaved.bases, unsaved.page, stored.page);
    this.#latest = merged?.mine ?? stored.page;
    this.#base = merged?.base ?? stored.page;
    this.#conflictIds = merged?.conflictIds ?? [];
  }

  now = (): SaveState => this.#state;

  /** The page as it is now on this computer. */
  get latest(): PuckState {
    return this.#latest;
  }

  /** The page as it is stored, as far as this computer knows. */
  get stored(): PuckState {
    return this.#stored.page;
  }

  /** The revision that the next save names. */
  get revision(): number {
    return this.#stored.revision;
  }

  /** Resolves when no save is under way. */
  get answered(): Promise<void> {
    return this.#sending ?? Promise.resolve();
  }

  /** Saves what was restored from this computer. */
  resume(): void {
    this.changed(this.#latest);
  }

  changed(page: PuckState): void {
    this.#latest = page;
    if (this.#state.kind !== "closed") {
      this.#mergeConflicts();
      if (this.#sending === null && this.#unanswered === null && !this.#isUnsaved()) {
        this.#settle();
        return;
      }
      this.#set({ kind: "saving" });
      this.#schedule(PAUSE_MS);
    }
    this.#saveCopy();
  }

  /** Whether a text is being typed that will change the page, unless it is locked. */
  typing(isTyping: boolean): void {
    this.#isTyping = isTyping;
    if (isTyping && isIdle(this.#state)) this.#set({ kind: "saving" });
    const isWaiting = this.#sending !== null || this.#unanswered !== null;
    if (!isTyping && this.#state.kind === "saving" && !isWaiting && !this.#isUnsaved()) this.#settle();
  }

  /** While an input method composes a word, the page does not change under it. */
  composing(isComposing: boolean): void {
    this.#isComposing = isComposing;
    this.#applyOffered();
  }

  /** Another author has saved the page. An older save than the known one changes nothing. */
  offer(theirs: StoredPage): void {
    if (theirs.revision <= Math.max(this.revision, this.#offered?.revision ?? 0)) return;
    this.#offered = theirs;
    this.#applyOffered();
  }

  /** Stores this author's version of a block that both have changed. */
  chooseMine(id: string): void {
    this.#base = withBlockOf(this.#base, this.stored, id);
    this.changed(this.#latest);
  }

  /** Saves all unsaved changes immediately, and resolves when the server has answered. */
  async saveNow(): Promise<void> {
    this.stop();
    await this.#sending;
    // Again for what was written after a page whose answer was lost, and for what was merged.
    for (let time = 0; time < 3 && this.#isUnsaved(); time += 1) await this.#send();
  }

  /** Cancels the next save. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Deletes the local copy of this page. */
  onFinalFailure(): void {
    this.stop();
    this.#latest = this.stored;
    this.#hooks.saveCopy(null, this.revision);
  }

  /** The page to send, with the stored version of the blocks in conflict. */
  #toSave(): { page: PuckState; base: PuckState } {
    if (this.#conflictIds.length === 0) return { page: this.#latest, base: this.#latest };
    const { page, savedBase } = mergePages([this.#base], this.#latest, this.stored);
    return { page, base: savedBase };
  }

  /** A block in conflict that its author deletes or reverts is shown as the other author has it. */
  #mergeConflicts(): void {
    if (this.#conflictIds.length === 0) return;
    const merged = mergePages([this.#base], this.#latest, this.stored);
    if (areSamePages(merged.mine, this.#latest)) this.#conflictIds = merged.conflictIds;
    else this.#merge(merged);
  }

  #merge(merged: MergedPage): void {
    this.#base = merged.base;
    this.#conflictIds = merged.conflictIds;
    this.#latest = merged.mine;
    this.#hooks.show(merged);
  }

  #applyOffered(): void {
    if (!this.#offered || this.#sending || this.#isComposing || this.#state.kind === "closed") return;
    this.#hooks.flush();
    const theirs = this.#offered;
    this.#offered = null;
    const merged = mergePages(this.#bases(), this.#latest, theirs.page);
    this.#stored = theirs;
    // Whether it was stored or not, it is merged now.
    this.#unanswered = null;
    this.#merge(merged);
    const isScheduled = this.#timer !== undefined;
    this.changed(merged.mine);
    // A pause that begins again with each save of a colleague would never end.
    if (isScheduled && this.#isUnsaved()) this.#schedule(0);
  }

  #bases(): UnsavedPage["bases"] {
    return this.#unanswered ? [this.#base, this.#unanswered.base] : [this.#base];
  }

  #saveCopy(): void {
    this.#hooks.saveCopy({ page: this.#latest, bases: this.#bases() }, this.revision);
  }

  #isUnsaved(): boolean {
    return this.#state.kind !== "closed" && !areSamePages(this.#toSave().page, this.stored);
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, afterMs);
  }

  #send(): Promise<void> {
    if (this.#sending) return this.#sending;
    this.#applyOffered();
    // During a composition it is saved afterwards, when it is merged.
    if (this.#offered || (this.#unanswered === null && !this.#isUnsaved())) return Promise.resolve();
    this.#sending = this.#sendLatest().finally(() => {
      this.#sending = null;
      this.#applyOffered();
    });
    return this.#sending;
  }

  async #sendLatest(): Promise<void> {
    const sent = this.#unanswered ?? this.#toSave();
    this.#unanswered = sent;
    // A window that closes now may find the page stored, or not.
    this.#saveCopy();
    this.#set({ kind: "saving" });
    const outcome = await this.#sendWithTimeout(sent.page);
    if (outcome.kind === "behind") return this.#readTheirs();
    if (outcome.kind !== "unreachable") this.#unanswered = null;
    if (outcome.kind === "saved") this.#confirm(sent, outcome);
    else if (outcome.kind === "closed") this.#set(outcome);
    else this.#fail(outcome);
    if (outcome.kind === "refused" && !areSamePages(sent.page, this.#toSave().page)) this.#schedule(PAUSE_MS);
  }

  /** Of two authors who save at once the second merges what the first has saved, and saves again. */
  async #readTheirs(): Promise<void> {
    try {
      const theirs = await this.#hooks.read();
      if (theirs.revision > (this.#offered?.revision ?? 0)) this.#offered = theirs;
      this.#schedule(0);
    } catch {
      this.#fail({ kind: "unreachable", why: NO_ANSWER });
    }
  }

  /** A save that is answered too late counts as unanswered: the server may have stored it. */
  #sendWithTimeout(page: PuckState): Promise<Outcome> {
    const limit = new AbortController();
    const late = Promise.withResolvers<Outcome>();
    const timer = setTimeout(() => {
      limit.abort();
      late.resolve({ kind: "unreachable", why: "The portal doesn't answer. We keep trying." });
    }, SAVE_TIMEOUT_MS);
    const sent = this.#hooks.send(page, this.revision, limit.signal).finally(() => clearTimeout(timer));
    return Promise.race([sent, late.promise]);
  }

  #confirm(sent: { page: PuckState; base: PuckState }, { revision, page }: Stored): void {
    if (page) this.#hooks.flush();
    this.#stored = { page: page ?? sent.page, revision };
    this.#base = page ? withStored(sent.base, sent.page, page) : sent.base;
    if (page) {
      this.#latest = withStored(this.#latest, sent.page, page);
      this.#hooks.showStored(this.#latest);
    }
    if (this.#offered && this.#offered.revision <= revision) this.#offered = null;
    this.#failures = 0;
    if (!this.#isUnsaved()) this.#settle();
    else {
      this.#saveCopy();
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
    this.stop();
    if (this.#conflictIds.length > 0) {
      this.#saveCopy();
      this.#set({ kind: "conflict", ids: this.#conflictIds });
    } else {
      this.#hooks.saveCopy(null, this.revision);
      this.#set({ kind: this.#isTyping ? "saving" : "saved" });
    }
  }

  #set(state: SaveState): void {
    this.#state = state;
    this.publish();
  }
}

function isIdle({ kind }: SaveState): boolean {
  return kind === "saved" || kind === "conflict";
}
