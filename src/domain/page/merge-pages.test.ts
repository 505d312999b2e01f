import { expect, test } from "vitest";
import { DrawnAuthor, wordsOn } from "../../../tests/support/draw-page-edit.ts";
import { casesFor, drawFrom, SEED } from "../../../tests/support/suite-cases.ts";
import { areSamePages, moveItems } from "./edit-page.ts";
import { lockIssues } from "./locks.ts";
import { mergePages } from "./merge-pages.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems } from "./walk-page.ts";

const heading = (id: string, text = id, more: object = {}): PageItem => ({
  type: "Heading",
  props: { id, text, ...more },
});
const box = (id: string, ...content: PageItem[]): PageItem => ({ type: "Container", props: { id, content } });
const list = (id: string, ...titles: string[]): PageItem => ({
  type: "List",
  props: { id, items: titles.map((title) => ({ title })) },
});
const page = (...content: PageItem[]): PuckState => ({ content, root: {} });
/** "a b[b1 b2] c" */
const order = ({ content }: PuckState): string =>
  content
    .map(({ props }) => {
      const inside = props.content as PageItem[] | undefined;
      return inside ? `${props.id}[${order(page(...inside))}]` : props.id;
    })
    .join(" ");
const BASE = page(
  heading("a"),
  box("b", heading("b1"), heading("b2")),
  heading("c"),
  list("l", "One", "Two"),
);
const [A, B, C, L] = BASE.content as [PageItem, PageItem, PageItem, PageItem];

test.each<[string, PuckState, PuckState, string]>([
  ["an addition and a move", page(A, heading("n"), B, C, L), page(C, A, B, L), "c a n b[b1 b2] l"],
  [
    "two additions at one place",
    page(A, heading("n"), B, C, L),
    page(A, heading("m"), B, C, L),
    "a m n b[b1 b2] c l",
  ],
  ["a deletion and a change elsewhere", page(A, B, L), page(A, B, C, list("l", "One", "2")), "a b[b1 b2] l"],
  [
    "a deletion and a change of the block",
    page(A, B, L),
    page(A, B, heading("c", "New"), L),
    "a b[b1 b2] c l",
  ],
  [
    "a deletion of what a changed block is in",
    page(A, C, L),
    page(A, box("b", heading("b1", "New")), C, L),
    "a b[b1] c l",
  ],
  [
    "a deletion and a rescue from it",
    page(A, C, L),
    page(A, box("b", heading("b1")), heading("b2"), C, L),
    "a b2 c l",
  ],
  ["an addition into what is deleted", page(A, C, L), page(A, box("b", heading("n")), C, L), "a b[n] c l"],
  ["two moves of one block", page(C, A, B, L), page(A, B, L, C), "c a b[b1 b2] l"],
])("STUDIO-16 %s merge, no matter who merges", (_, mine, theirs, expected) => {
  const merged = mergePages([BASE], mine, theirs);
  expect(order(merged.page)).toBe(expected);
  expect(order(mergePages([BASE], theirs, mine).page)).toBe(expected);
  expect(merged.conflictIds).toEqual([]);
});

test("STUDIO-16 two containers that are moved into each other both stay", () => {
  const [x, y] = [box("x", heading("x1")), box("y", heading("y1"))];
  const mine = page(box("y", heading("y1"), x));
  const theirs = page(box("x", heading("x1"), y));
  const merged = mergePages([page(x, y)], mine, theirs);
  expect(wordsOn(merged.page)).toEqual(new Set(["x1", "y1"]));
  expect(mergePages([page(x, y)], theirs, mine).page).toEqual(merged.page);
});

test("STUDIO-16 different fields and different list items of one block merge", () => {
  const mine = page(heading("a", "Mine"), list("l", "One", "2"));
  const theirs = page(heading("a", "a", { level: "h3" }), list("l", "1", "Two"));
  const merged = mergePages([page(A, L)], mine, theirs);
  expect(merged.page.content).toEqual([heading("a", "Mine", { level: "h3" }), list("l", "1", "2")]);
  expect(merged.conflictIds).toEqual([]);
});

test("STUDIO-16 the same field of a block is a conflict of that block, until its author has chosen", () => {
  const mine = page(heading("a", "Mine"), heading("c", "My c"));
  const theirs = page(heading("a", "Theirs"), C, heading("n"));
  const merged = mergePages([page(A, C)], mine, theirs);
  expect(merged.conflictIds).toEqual(["a"]);
  expect(merged.page.content).toEqual([heading("a", "Theirs"), heading("c", "My c"), heading("n")]);
  expect(merged.mine.content).toEqual([heading("a", "Mine"), heading("c", "My c"), heading("n")]);
  const later = mergePages([merged.base], merged.mine, merged.page);
  expect(later.conflictIds).toEqual(["a"]);
  expect(later.page).toEqual(merged.page);
});

test("STUDIO-16 a block that one deletes and the other changes is named", () => {
  const merged = mergePages([page(A, C)], page(A), page(A, heading("c", "New")));
  expect(merged.survivingIds).toEqual(["c"]);
});

test("STUDIO-16 a page that was sent without an answer is no one else's change", () => {
  const sent = page(heading("a", "Sent"), C);
  const mine = page(heading("a", "Sent and more"), C);
  const theirs = page(heading("a", "Sent"), heading("c", "Theirs"));
  const merged = mergePages([page(A, C), sent], mine, theirs);
  expect(merged.conflictIds).toEqual([]);
  expect(merged.page.content).toEqual([heading("a", "Sent and more"), heading("c", "Theirs")]);
  expect(mergePages([page(A), page(A, C)], page(A), page(A, C)).page.content).toEqual([A]);
});

test("STUDIO-16 blocks that share an id, unknown blocks and pages without any stay as they are", () => {
  const odd = page(A, heading("a", "Again"), { type: "Chart", props: { id: "x", bars: [1] } });
  const mine = page(A, heading("a", "Again, mine"), { type: "Chart", props: { id: "x", bars: [1] } });
  expect(mergePages([odd], mine, odd).page).toEqual(mine);
  expect(mergePages([odd], odd, mine).page).toEqual(mine);
  expect(mergePages([page()], page(), odd).page).toEqual(odd);
});

test("STUDIO-16 in drawn edits of two authors no word is lost, and both get the same page", () => {
  for (let run = 0; run < casesFor(400, 20_000); run += 1) {
    const draw = drawFrom(SEED * 1_000_003 + run);
    const [first, one, two] = ["base", "mine", "theirs"].map((name) => new DrawnAuthor(name, draw)) as [
      DrawnAuthor,
      DrawnAuthor,
      DrawnAuthor,
    ];
    let start = page(heading("k1", "k1", { locked: true }), box("k2", heading("k3", "k3", { locked: true })));
    for (let left = draw(12); left > 0; left -= 1) start = first.next(start);
    let [mine, theirs] = [start, start];
    for (let left = draw(9); left > 0; left -= 1) mine = one.next(mine);
    for (let left = draw(9); left > 0; left -= 1) theirs = two.next(theirs);
    const merged = mergePages([start], mine, theirs);
    const other = mergePages([start], theirs, mine);
    const what = `run ${run}`;
    expect(other.page, what).toEqual(merged.mine);
    expect(other.mine, what).toEqual(merged.page);
    for (const word of wordsOn(mine)) {
      if (!wordsOn(start).has(word)) expect(wordsOn(merged.mine), what).toContain(word);
    }
    for (const word of wordsOn(theirs)) {
      const isLeft = wordsOn(mine).has(word) || !wordsOn(start).has(word);
      if (isLeft) expect(wordsOn(merged.page), what).toContain(word);
    }
    const ids = allItems(merged.page).map(({ props }) => props.id);
    expect(ids.length, what).toBe(new Set(ids).size);
    expect(lockIssues(merged.page, theirs), what).toEqual([]);
    expect(lockIssues(merged.mine, mine), what).toEqual([]);
    if (areSamePages(mine, start)) expect(areSamePages(merged.page, theirs), what).toBe(true);
    const again = mergePages([merged.base], merged.mine, merged.page);
    expect([again.page, again.mine, again.conflictIds.toSorted()], what).toEqual([
      merged.page,
      merged.mine,
      merged.conflictIds.toSorted(),
    ]);
  }
});

test("STUDIO-16 moves that together nest too deeply leave every block on the page", () => {
  const deep = (id: string): PageItem => {
    let item = heading(`${id}0`);
    for (let level = 1; level < 20; level += 1) item = box(`${id}${level}`, item);
    return item;
  };
  const base = page(deep("p"), box("q"), deep("r"));
  const mine = moveItems(base, ["r19"], { area: { ownerId: "q", slot: "content" }, index: 0 });
  const theirs = moveItems(base, ["q"], { area: { ownerId: "p1", slot: "content" }, index: 0 });
  const merged = mergePages([base], mine, theirs).page;
  expect(allItems(merged)).toHaveLength(allItems(base).length);
});
