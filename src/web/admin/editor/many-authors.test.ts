import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { areSamePages } from "#domain/page/edit-page.ts";
import { withBlockOf } from "#domain/page/merge-pages.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapItems } from "#domain/page/walk-page.ts";
import { DrawnAuthor, wordsOn } from "../../../../tests/support/draw-page-edit.ts";
import type { Draw } from "../../../../tests/support/draw-request.ts";
import { casesFor, drawFrom, SEED } from "../../../../tests/support/suite-cases.ts";
import { Autosave, type StoredPage, type UnsavedPage } from "./autosave.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The server's rules for one page: a save of an older revision is refused, a page that is stored already is none. */
class ModelServer {
  readonly #draw: Draw;
  isReliable = false;
  stored: StoredPage = { page: { root: {}, content: [] }, revision: 1, savedAt: "", savedBy: null };
  readonly authors: ModelAuthor[] = [];

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  async save(author: ModelAuthor, page: PuckState, revision: number) {
    if (await this.#isLost()) return { kind: "unreachable", why: "Offline." } as const;
    const clean = sanitised(page);
    const isBehind = !areSamePages(clean, this.stored.page) && revision !== this.stored.revision;
    if (!isBehind && !areSamePages(clean, this.stored.page)) {
      this.stored = { ...this.stored, page: clean, revision: revision + 1 };
      for (const other of this.authors) if (other !== author) void this.#publish(other);
    }
    const answer = isBehind
      ? ({ kind: "behind" } as const)
      : ({
          kind: "saved",
          revision: this.stored.revision,
          ...(!areSamePages(clean, page) && { page: clean }),
        } as const);
    return (await this.#isLost()) ? ({ kind: "unreachable", why: "Offline." } as const) : answer;
  }

  async read(): Promise<StoredPage> {
    if (await this.#isLost()) throw new Error("Offline.");
    const read = this.stored;
    if (await this.#isLost()) throw new Error("Offline.");
    return read;
  }

  async #publish(to: ModelAuthor): Promise<void> {
    if (await this.#isLost()) return;
    to.autosave.offer(this.stored);
  }

  /** Every message takes its time. */
  async #isLost(): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, this.#draw(this.isReliable ? 50 : 1500)));
    return !this.isReliable && this.#draw(6) === 0;
  }
}

/** Texts are stored with a full stop, so that the server stores another page than each author sends. */
function sanitised(page: PuckState): PuckState {
  return mapItems(page, (item) => {
    const { text } = item.props;
    if (typeof text !== "string" || text.endsWith(".")) return item;
    return { ...item, props: { ...item.props, text: `${text}.` } };
  });
}

class ModelAuthor {
  autosave: Autosave;
  readonly #server: ModelServer;
  readonly #draw: Draw;
  readonly #drawn: DrawnAuthor;
  readonly #deleted: Set<string>;
  #copy: UnsavedPage | null = null;

  constructor(name: string, server: ModelServer, draw: Draw, deleted: Set<string>) {
    this.#server = server;
    this.#draw = draw;
    this.#drawn = new DrawnAuthor(name, draw);
    this.#deleted = deleted;
    this.autosave = this.#open();
  }

  #open(): Autosave {
    const isCurrent = () => this.autosave === opened;
    const opened: Autosave = new Autosave(
      this.#server.stored,
      {
        send: (page, revision) => this.#server.save(this, page, revision),
        read: () => this.#server.read(),
        saveCopy: (unsaved) => {
          if (isCurrent()) this.#copy = unsaved && structuredClone(unsaved);
        },
        flush: () => undefined,
        show: () => undefined,
        showStored: () => undefined,
      },
      this.#copy ?? undefined,
    );
    return opened;
  }

  /** The window closes at once, and is opened again. */
  #restart(): void {
    this.autosave.stop();
    this.autosave = this.#open();
    this.autosave.resume();
  }

  step(): void {
    const kind = this.#draw(12);
    if (kind === 0) this.#restart();
    else if (kind === 1) this.autosave.composing(true);
    else if (kind === 2) this.autosave.composing(false);
    else if (kind === 3) this.choose();
    else this.#change(this.#drawn.next(this.autosave.latest));
  }

  /** An author who chooses has read both versions. */
  choose(): void {
    const state = this.autosave.now();
    if (state.kind !== "conflict") return;
    const [id = ""] = state.ids;
    const { latest, stored } = this.autosave;
    const isMine = this.#draw(2) === 0;
    const chosen = withBlockOf(latest, stored, id);
    if (isMine) this.#note(stored, withBlockOf(stored, latest, id));
    if (isMine) this.autosave.chooseMine(id);
    else this.#change(chosen);
  }

  #change(page: PuckState): void {
    this.#note(this.autosave.latest, page);
    this.autosave.changed(page);
  }

  /** A word that an author removes is not lost. */
  #note(before: PuckState, after: PuckState): void {
    const left = wordsOn(after);
    for (const word of wordsOn(before)) if (!left.has(word)) this.#deleted.add(word);
  }
}

test.each([2, 3])(
  "STUDIO-16 %s authors who write at once lose no word, and all end with the same page",
  async (count) => {
    let conflicts = 0;
    for (let run = 0; run < casesFor(60, 3000); run += 1) {
      const draw = drawFrom(SEED * 7919 + run * 31 + count);
      const what = `run ${run}`;
      const server = new ModelServer(draw);
      const [written, deleted] = [new Set<string>(), new Set<string>()];
      let page = server.stored.page;
      const first = new DrawnAuthor("first", draw);
      for (let left = draw(10); left > 0; left -= 1) page = first.next(page);
      server.stored = { ...server.stored, page };
      for (const name of ["ada", "ben", "cy"].slice(0, count)) {
        server.authors.push(new ModelAuthor(name, server, draw, deleted));
      }
      for (let left = 30; left > 0; left -= 1) {
        const author = server.authors[draw(count)];
        author?.step();
        for (const word of wordsOn(author?.autosave.latest ?? page)) written.add(word);
        if (author?.autosave.now().kind === "conflict") conflicts += 1;
        await vi.advanceTimersByTimeAsync(draw(1200));
      }
      server.isReliable = true;
      for (const { autosave } of server.authors) autosave.composing(false);
      for (let left = 60; left > 0; left -= 1) {
        await vi.advanceTimersByTimeAsync(20_000);
        for (const author of server.authors) {
          author.choose();
          author.autosave.offer(server.stored);
        }
      }
      for (const { autosave } of server.authors) {
        expect(autosave.now(), what).toEqual({ kind: "saved" });
        expect(areSamePages(autosave.latest, server.stored.page), what).toBe(true);
        autosave.stop();
      }
      const left = wordsOn(server.stored.page);
      const lost = [...written].filter((word) => !left.has(word) && !deleted.has(word));
      expect(lost, what).toEqual([]);
    }
    expect(conflicts).toBeGreaterThan(0);
  },
);
