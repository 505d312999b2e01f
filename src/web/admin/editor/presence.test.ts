import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PagePosition, PagePresence } from "#domain/drafts/working-draft.ts";
import { initialsOf, Presence } from "./presence.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const BO = { userProfileId: "bo", name: "Bo Berg", tabId: "theirs", blockId: "h" };
const OWN = { userProfileId: "me", name: "Ada Ash", tabId: "second", blockId: null };

function start() {
  const reported: (PagePosition | null)[] = [];
  const announcements: string[] = [];
  let others: PagePresence[] | null = [];
  const presence = new Presence("me", {
    async report(position) {
      reported.push(position);
      if (others === null) throw new Error("Offline.");
      return others;
    },
    announce: (text) => announcements.push(text),
  });
  const answer = (now: typeof others) => {
    others = now;
  };
  return { presence, reported, announcements, answer };
}

test("STUDIO-16 a tab reports each move, at most every two seconds, and every half minute without one", async () => {
  const { presence, reported } = start();
  presence.open();
  await vi.advanceTimersByTimeAsync(0);
  for (const blockId of ["a", "b", "c"]) presence.moveTo(blockId);
  await vi.advanceTimersByTimeAsync(1999);
  expect(reported).toEqual([{ blockId: null }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reported.slice(1)).toEqual([{ blockId: "c" }]);
  presence.moveTo("c");
  await vi.advanceTimersByTimeAsync(29_999);
  expect(reported).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(reported).toHaveLength(3);
  presence.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported.slice(3)).toEqual([null]);
});

test("STUDIO-16 who comes and who leaves is spoken once, a move is not, and a lost answer is nothing", async () => {
  const { presence, announcements, answer } = start();
  answer([BO]);
  presence.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(announcements).toEqual(["Bo Berg has this page open too"]);
  expect(presence.othersAt("h")).toMatchObject([{ label: "Bo Berg", initials: "BB" }]);
  const steps: [PagePresence[] | null, string[]][] = [
    [[{ ...BO, blockId: "p" }], []],
    [null, []],
    [[BO, { ...BO, tabId: "again" }], []],
    [[BO, OWN], ["You have this page open in another tab"]],
    [[], ["Bo Berg has left this page. Your other tab has left this page"]],
  ];
  for (const [others, spoken] of steps) {
    announcements.length = 0;
    answer(others);
    presence.refresh();
    await vi.advanceTimersByTimeAsync(2000);
    expect(announcements).toEqual(spoken);
  }
  expect(presence.othersAt("h")).toEqual([]);
});

test.each([
  ["Bo Berg", "BB"],
  ["Anna Maria de Wit", "AW"],
  ["staff@ember.example", "S"],
  ["\u{20bb7}野 家", "\u{20bb7}家"],
  ["", ""],
])("STUDIO-16 the initials of %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
