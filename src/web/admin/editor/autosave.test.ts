import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PuckState } from "#domain/page/page.ts";
import { Autosave, type StoredPage } from "./autosave.ts";

const pageOf = (text: string): PuckState => ({
  root: {},
  content: [{ type: "Heading", props: { id: "h", text } }],
});

type Answer = Awaited<ReturnType<ConstructorParameters<typeof Autosave>[1]["send"]>>;

const SAVED = { savedAt: "2026-11-22T01:00:00.000Z", savedBy: "Ada" };
const theirPage = (...texts: string[]): StoredPage => ({
  ...SAVED,
  revision: 5,
  page: {
    root: {},
    content: texts.map((text, at) => ({ type: "Heading", props: { id: at === 0 ? "h" : `h${at}`, text } })),
  },
});

const wordsOf = ({ content }: PuckState) => content.map(({ props }) => String(props.text)).join(" ");

function start(theirs = theirPage("first", "theirs")) {
  const shown: string[] = [];
  const signals: AbortSignal[] = [];
  const sent: { text: unknown; revision: number; answer: (answer: Answer) => Promise<void> }[] = [];
  const saved: (string | null)[] = [];
  const autosave = new Autosave(
    { page: pageOf("first"), revision: 1 },
    {
      send: ({ content }, revision, signal) =>
        new Promise((resolve) => {
          signals.push(signal);
          const answer = async (given: Answer) => {
            resolve(given);
            await vi.advanceTimersByTimeAsync(0);
          };
          sent.push({ text: content[0]?.props.text, revision, answer });
        }),
      saveCopy: (unsaved) =>
        saved.push(unsaved === null ? null : String(unsaved.page.content[0]?.props.text)),
      read: () => Promise.resolve(theirs),
      flush: () => undefined,
      show: ({ mine }) => shown.push(wordsOf(mine)),
      showStored: (page) => shown.push(wordsOf(page)),
    },
  );
  return { autosave, sent, saved, signals, shown };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("STUDIO-7 many changes make one save, a second after the last", async () => {
  const { autosave, sent } = start();
  for (const text of ["a", "ab", "abc"]) autosave.changed(pageOf(text));
  expect(autosave.now()).toEqual({ kind: "saving" });
  await vi.advanceTimersByTimeAsync(999);
  expect(sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([["abc", 1]]);
  await sent[0]?.answer({ kind: "saved", revision: 2 });
  expect(autosave.now()).toEqual({ kind: "saved" });
});

test("STUDIO-7 one save runs at a time, and text written during it is saved on its revision", async () => {
  const { autosave, sent, saved } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(pageOf("ab"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
  await sent[0]?.answer({ kind: "saved", revision: 2 });
  expect(autosave.now()).toEqual({ kind: "saving" });
  expect(saved.at(-1)).toBe("ab");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([
    ["a", 1],
    ["ab", 2],
  ]);
  await sent[1]?.answer({ kind: "saved", revision: 3 });
  expect(saved.at(-1)).toBeNull();
});

test("STUDIO-7 a change that is taken back saves nothing", async () => {
  const { autosave, sent, saved } = start();
  autosave.changed(pageOf("a"));
  autosave.changed(pageOf("first"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(0);
  expect([autosave.now(), saved.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-12 what cannot be sent is kept on this computer, and sent again by itself", async () => {
  const { autosave, sent, saved } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "unreachable", why: "Offline." });
  expect(autosave.now()).toEqual({ kind: "failed", why: "Offline." });
  expect(new Set(saved)).toEqual(new Set(["a"]));
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(2);
  await sent[1]?.answer({ kind: "saved", revision: 2 });
  expect([autosave.now(), saved.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-12 a page whose answer was lost is sent again as it was, before what was written since", async () => {
  const { autosave, sent, saved } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "unreachable", why: "Offline." });
  autosave.changed(pageOf("first"));
  expect(saved.at(-1), "the server may have the other page").toBe("first");
  await vi.advanceTimersByTimeAsync(2000);
  await sent[1]?.answer({ kind: "saved", revision: 2 });
  await vi.advanceTimersByTimeAsync(1000);
  await sent[2]?.answer({ kind: "saved", revision: 3 });
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([
    ["a", 1],
    ["a", 1],
    ["first", 2],
  ]);
  expect([autosave.now(), saved.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-16 a page from this computer merges with what was saved since", async () => {
  const sent: string[] = [];
  const unsaved = { page: pageOf("mine"), bases: [pageOf("first")] as const };
  const autosave = new Autosave(
    theirPage("first", "theirs"),
    {
      send: async ({ content }, revision) => {
        sent.push(`${revision}: ${content.map(({ props }) => props.text).join(" ")}`);
        return { kind: "saved", revision: revision + 1 };
      },
      saveCopy: () => undefined,
      read: () => Promise.reject(new Error("Nothing is read")),
      flush: () => undefined,
      show: () => undefined,
      showStored: () => undefined,
    },
    unsaved,
  );
  autosave.resume();
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent, autosave.now()]).toEqual([["5: mine theirs"], { kind: "saved" }]);
});

test("a page that the server refuses waits for its next change", async () => {
  const { autosave, sent } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "refused", why: "Too long." });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
  autosave.changed(pageOf("b"));
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(2);
});

test("STUDIO-16 an idle author takes over another save at once, and sends nothing", async () => {
  const { autosave, sent, shown } = start();
  autosave.offer(theirPage("first", "theirs"));
  autosave.offer(theirPage("first", "theirs"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([shown, sent.length, autosave.now()]).toEqual([["first theirs"], 0, { kind: "saved" }]);
});

test("STUDIO-16 of two who save at once the second merges by block and saves again at once", async () => {
  const { autosave, sent, shown } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "behind" });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(["a theirs"]);
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([
    ["a", 1],
    ["a", 5],
  ]);
  await sent[1]?.answer({ kind: "saved", revision: 6 });
  expect(autosave.now()).toEqual({ kind: "saved" });
});

test("STUDIO-16 while a word is composed another save waits", async () => {
  const { autosave, sent, shown } = start();
  autosave.composing(true);
  autosave.offer(theirPage("first", "theirs"));
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(5000);
  expect([shown, sent]).toEqual([[], []]);
  autosave.composing(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect([shown, sent.map(({ text, revision }) => [text, revision])]).toEqual([["a theirs"], [["a", 5]]]);
});

test("STUDIO-16 a conflict is of one block: all else is saved, theirs stays stored, and mine is kept here", async () => {
  const { autosave, sent, saved, shown } = start(theirPage("b", "theirs"));
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "behind" });
  await vi.advanceTimersByTimeAsync(0);
  expect(autosave.now()).toEqual({ kind: "conflict", ids: ["h"] });
  expect([shown, sent.length, saved.at(-1)]).toEqual([["a theirs"], 1, "a"]);
  const more = { ...autosave.latest, root: { props: { title: "More" } } };
  autosave.changed(more);
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent.at(-1)?.text, sent.at(-1)?.revision]).toEqual(["b", 5]);
  await sent.at(-1)?.answer({ kind: "saved", revision: 6 });
  expect(autosave.now()).toEqual({ kind: "conflict", ids: ["h"] });
  autosave.chooseMine("h");
  await vi.advanceTimersByTimeAsync(1000);
  expect([sent.at(-1)?.text, sent.at(-1)?.revision]).toEqual(["a", 6]);
  await sent.at(-1)?.answer({ kind: "saved", revision: 7 });
  expect([autosave.now(), saved.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-16 who writes what the other wrote has chosen, and a deleted block comes back as the other has it", async () => {
  for (const content of [
    theirPage("b", "theirs").page.content,
    theirPage("b", "theirs").page.content.slice(1),
  ]) {
    const { autosave, sent } = start(theirPage("b", "theirs"));
    autosave.changed(pageOf("a"));
    await vi.advanceTimersByTimeAsync(1000);
    await sent[0]?.answer({ kind: "behind" });
    autosave.changed({ root: {}, content });
    expect(autosave.now()).toEqual({ kind: "saved" });
    expect(autosave.latest.content).toEqual(theirPage("b", "theirs").page.content);
  }
});

test("STUDIO-7 a page that can no longer be saved stays on this computer until its author gives it up", async () => {
  const { autosave, sent, saved } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "closed", why: "Sent." });
  autosave.changed(pageOf("ab"));
  await vi.advanceTimersByTimeAsync(60_000);
  await autosave.saveNow();
  expect([autosave.now(), sent.length, saved.at(-1)]).toEqual([{ kind: "closed", why: "Sent." }, 1, "ab"]);
  autosave.onFinalFailure();
  expect(saved.at(-1)).toBeNull();
});

test("leaving the screen saves at once, and after a save that is under way", async () => {
  const { autosave, sent } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(pageOf("ab"));
  const left = autosave.saveNow();
  await sent[0]?.answer({ kind: "saved", revision: 2 });
  expect(sent.map(({ text }) => text)).toEqual(["a", "ab"]);
  await sent[1]?.answer({ kind: "saved", revision: 3 });
  await left;
});

test("STUDIO-12 a save without an answer is aborted after half a minute, and sent again unchanged", async () => {
  const { autosave, sent, saved, signals } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(pageOf("ab"));
  await vi.advanceTimersByTimeAsync(28_999);
  expect(autosave.now()).toEqual({ kind: "saving" });
  await vi.advanceTimersByTimeAsync(1001);
  expect(autosave.now()).toMatchObject({ kind: "failed", why: expect.stringContaining("doesn't answer") });
  expect(signals[0]?.aborted).toBe(true);
  expect(saved.at(-1)).toBe("ab");
  // An answer that arrives now is ignored.
  await sent[0]?.answer({ kind: "saved", revision: 2 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([
    ["a", 1],
    ["a", 1],
  ]);
  await sent[1]?.answer({ kind: "saved", revision: 2 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toMatchObject({ text: "ab", revision: 2 });
});

test("STUDIO-7 the page counts as saved only when nothing more is being typed", async () => {
  const { autosave, sent } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.typing(true);
  await sent[0]?.answer({ kind: "saved", revision: 2 });
  expect(autosave.now()).toEqual({ kind: "saving" });
  // A lock kept the page as it was.
  autosave.typing(false);
  expect(autosave.now()).toEqual({ kind: "saved" });
  autosave.typing(true);
  expect(autosave.now()).toEqual({ kind: "saving" });
});

test("STUDIO-16 what the server has sanitised is no change of another author: the next change of that text asks nothing", async () => {
  const { autosave, sent, shown } = start();
  autosave.changed(pageOf("<i>oak"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "saved", revision: 2, page: pageOf("oak") });
  expect([autosave.now(), shown, autosave.latest]).toEqual([{ kind: "saved" }, ["oak"], pageOf("oak")]);
  autosave.changed(pageOf("<i>oak, elm"));
  await vi.advanceTimersByTimeAsync(1000);
  // Its author writes on before the answer is there, and deletes the next block that is sanitised.
  autosave.changed(pageOf("<i>oak, elm, ash"));
  await sent[1]?.answer({ kind: "saved", revision: 3, page: pageOf("oak, elm") });
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent[2]).toMatchObject({ text: "<i>oak, elm, ash", revision: 3 });
  autosave.changed({ root: {}, content: [] });
  await sent[2]?.answer({ kind: "saved", revision: 4, page: pageOf("oak, elm, ash") });
  await vi.advanceTimersByTimeAsync(1000);
  await sent[3]?.answer({ kind: "saved", revision: 5 });
  expect([autosave.now(), autosave.latest.content]).toEqual([{ kind: "saved" }, []]);
  expect(sent).toHaveLength(4);
});
