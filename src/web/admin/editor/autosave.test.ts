import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PuckState } from "#domain/page/page.ts";
import { Autosave } from "./autosave.ts";

const pageOf = (text: string): PuckState => ({
  root: {},
  content: [{ type: "Heading", props: { id: "h", text } }],
});

type Answer = Awaited<ReturnType<ConstructorParameters<typeof Autosave>[2]["send"]>>;

function start() {
  const signals: AbortSignal[] = [];
  const sent: { text: unknown; revision: number; answer: (answer: Answer) => Promise<void> }[] = [];
  const kept: (string | null)[] = [];
  const autosave = new Autosave(pageOf("first"), 1, {
    send: ({ content }, revision, signal) =>
      new Promise((resolve) => {
        signals.push(signal);
        const answer = async (given: Answer) => {
          resolve(given);
          await vi.advanceTimersByTimeAsync(0);
        };
        sent.push({ text: content[0]?.props.text, revision, answer });
      }),
    keep: (page) => kept.push(page === null ? null : String(page.content[0]?.props.text)),
  });
  return { autosave, sent, kept, signals };
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

test("STUDIO-7 one request is under way, and what is written meanwhile follows on its revision", async () => {
  const { autosave, sent, kept } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(pageOf("ab"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
  await sent[0]?.answer({ kind: "saved", revision: 2 });
  expect(autosave.now()).toEqual({ kind: "saving" });
  expect(kept.at(-1)).toBe("ab");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([
    ["a", 1],
    ["ab", 2],
  ]);
  await sent[1]?.answer({ kind: "saved", revision: 3 });
  expect(kept.at(-1)).toBeNull();
});

test("STUDIO-7 a change that is taken back saves nothing", async () => {
  const { autosave, sent, kept } = start();
  autosave.changed(pageOf("a"));
  autosave.changed(pageOf("first"));
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(0);
  expect([autosave.now(), kept.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-12 what cannot be sent is kept on this computer, and sent again by itself", async () => {
  const { autosave, sent, kept } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "unreachable", why: "Offline." });
  expect(autosave.now()).toEqual({ kind: "failed", why: "Offline." });
  expect(kept).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(2);
  await sent[1]?.answer({ kind: "saved", revision: 2 });
  expect([autosave.now(), kept.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-12 a page whose answer was lost is sent again as it was, before what was written since", async () => {
  const { autosave, sent, kept } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "unreachable", why: "Offline." });
  autosave.changed(pageOf("first"));
  expect(kept.at(-1), "the server may have the other page").toBe("first");
  await vi.advanceTimersByTimeAsync(2000);
  await sent[1]?.answer({ kind: "saved", revision: 2 });
  await vi.advanceTimersByTimeAsync(1000);
  await sent[2]?.answer({ kind: "saved", revision: 3 });
  expect(sent.map(({ text, revision }) => [text, revision])).toEqual([
    ["a", 1],
    ["a", 1],
    ["first", 2],
  ]);
  expect([autosave.now(), kept.at(-1)]).toEqual([{ kind: "saved" }, null]);
});

test("STUDIO-7 a page from this computer that is behind another save keeps its own revision", () => {
  const revisions: number[] = [];
  const autosave = new Autosave(pageOf("theirs"), 6, {
    send: () => Promise.reject(new Error("Nothing is sent")),
    keep: (_, revision) => revisions.push(revision),
  });
  autosave.meet({ savedAt: "2026-11-22T01:00:00.000Z", savedBy: "Ada" }, pageOf("mine"), 5);
  autosave.changed(pageOf("mine, and more"));
  expect(revisions).toEqual([5]);
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

test("STUDIO-7 after somebody else's save nothing more is sent, and everything is kept", async () => {
  const { autosave, sent, kept } = start();
  const theirs = { savedAt: "2026-11-22T01:00:00.000Z", savedBy: "Ada" };
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  await sent[0]?.answer({ kind: "conflict", theirs });
  autosave.changed(pageOf("ab"));
  await vi.advanceTimersByTimeAsync(60_000);
  await autosave.saveNow();
  expect(autosave.now()).toEqual({ kind: "conflict", theirs });
  expect([sent.length, kept.at(-1)]).toEqual([1, "ab"]);
  autosave.giveUp();
  expect(kept.at(-1)).toBeNull();
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

test("STUDIO-12 a save that nobody answers is given up after half a minute, and sent again as it was", async () => {
  const { autosave, sent, kept, signals } = start();
  autosave.changed(pageOf("a"));
  await vi.advanceTimersByTimeAsync(1000);
  autosave.changed(pageOf("ab"));
  await vi.advanceTimersByTimeAsync(28_999);
  expect(autosave.now()).toEqual({ kind: "saving" });
  await vi.advanceTimersByTimeAsync(1001);
  expect(autosave.now()).toMatchObject({ kind: "failed", why: expect.stringContaining("does not answer") });
  expect(signals[0]?.aborted).toBe(true);
  expect(kept.at(-1)).toBe("ab");
  // An answer that comes now is nobody's.
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
