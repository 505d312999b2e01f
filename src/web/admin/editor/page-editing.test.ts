import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PuckState } from "#domain/page/page.ts";
import { THE_PAGE } from "./drafts.ts";
import { PageEditing } from "./page-editing.ts";

const PAGE: PuckState = {
  root: {},
  content: [
    { type: "Heading", props: { id: "h", text: "Scope" } },
    { type: "List", props: { id: "l", items: [{ title: "One" }] } },
  ],
};

function start(first = PAGE, areLocksEnforced = true) {
  const announcement: string[] = [];
  const changes: PuckState[] = [];
  const typing: boolean[] = [];
  const editing = new PageEditing(first, {
    areLocksEnforced,
    announce: (text) => announcement.push(text),
    onChange: (page) => changes.push(page),
    onTyping: (isTyping) => typing.push(isTyping),
  });
  const texts = () => editing.page.content.map(({ props }) => props.text ?? props.items);
  return { editing, announcement, changes, typing, texts };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("STUDIO-1 keys become one change and one step of undo after a pause", () => {
  const { editing, changes, texts, typing } = start();
  for (const text of ["Scope o", "Scope of", "Scope of w"]) editing.drafts.write("h", "text", text);
  expect(changes).toHaveLength(0);
  expect(typing.at(-1)).toBe(true);
  expect(editing.drafts.of("h")).toEqual({ text: "Scope of w" });
  vi.advanceTimersByTime(300);
  expect(texts()[0]).toBe("Scope of w");
  expect(changes).toHaveLength(1);
  expect(typing.at(-1)).toBe(false);
  editing.undo();
  expect(texts()[0]).toBe("Scope");
  expect(editing.canUndo).toBe(false);
  editing.redo();
  expect(texts()[0]).toBe("Scope of w");
});

test("STUDIO-13 words that are typed without a pause are a step of undo each", () => {
  const { editing, texts } = start();
  editing.drafts.write("h", "text", "Scope of ");
  editing.drafts.endStep();
  editing.drafts.write("h", "text", "Scope of w");
  editing.drafts.write("h", "text", "Scope of work");
  // A word that nothing follows adds no empty step.
  editing.drafts.endStep();
  editing.undo();
  expect(texts()[0]).toBe("Scope of ");
  editing.undo();
  expect(texts()[0]).toBe("Scope");
  editing.redo();
  editing.redo();
  expect(texts()[0]).toBe("Scope of work");
});

test("STUDIO-1 undo in the midst of a word takes that word back, and not the step before", () => {
  const { editing, texts } = start();
  editing.drafts.write("h", "text", "Scope of");
  vi.advanceTimersByTime(300);
  editing.drafts.write("h", "text", "Scope of wor");
  editing.undo();
  expect(texts()[0]).toBe("Scope of");
  vi.advanceTimersByTime(1000);
  expect(texts()[0]).toBe("Scope of");
});

test("EDIT-3 a copy is selected, and after a deletion nothing is", () => {
  const { editing, announcement } = start();
  editing.select("h");
  editing.duplicate(["h"]);
  expect(editing.selectedId).toBe(editing.page.content[1]?.props.id);
  expect(editing.selectedId).not.toBe("h");
  editing.remove(editing.selectedIds);
  expect(editing.selectedId).toBeNull();
  expect(announcement).toEqual(["Duplicated, the copy is 2 of 3", "Heading deleted"]);
});

test("STUDIO-3 every move says its result, or why there is none", () => {
  const { editing, announcement } = start();
  editing.move(["h"], "up");
  editing.move(["h"], "in");
  editing.move(["h"], "out");
  editing.move(["h"], "down");
  editing.undo();
  editing.undo();
  expect(announcement).toEqual([
    "It is the first one here",
    "The block before it can't hold it",
    "It isn't inside another block",
    "Moved to 2 of 2",
    "Undone: Heading moved",
    "Nothing to undo",
  ]);
});

test("EDIT-1 a new block stands after the selected one without a text, and words that are being typed stay", () => {
  const { editing, texts } = start();
  editing.select("h");
  editing.drafts.write("h", "text", "Typed");
  expect(editing.add("Paragraph")).toBe(true);
  expect(texts()).toEqual(["Typed", undefined, [{ title: "One" }]]);
  expect(editing.caretFor(editing.selectedId ?? "", ["text"])).toBe("all");
  expect(editing.add("Heading", true)).toBe(false);
});

test("STUDIO-1 no key waits for a caret in a block that a lock keeps from the page", () => {
  const locked = { type: "Container", props: { id: "terms", locked: true, content: PAGE.content } };
  const { editing } = start({ root: {}, content: [locked] });
  expect(editing.replace("h", [editing.newItem("Paragraph")])).toBe(false);
  expect(editing.nextCaretIn).toBeNull();
});

test("STUDIO-3 several blocks are selected, arranged, grouped and ungrouped, each in one step of undo", () => {
  const { editing, announcement } = start();
  const ids = () => editing.page.content.map(({ props: { id } }) => id);
  editing.select("h");
  editing.selectNext("up");
  editing.selectNext("down");
  expect(editing.selectedIds).toEqual(["h", "l"]);
  editing.move(editing.selectedIds, "up");
  editing.group(editing.selectedIds);
  const [container] = editing.page.content;
  expect(container?.props.content).toEqual(PAGE.content);
  expect(editing.selectedIds).toEqual([container?.props.id]);
  editing.ungroup(editing.selectedId ?? "");
  expect(ids()).toEqual(["h", "l"]);
  expect(editing.selectedIds).toEqual(["h", "l"]);
  editing.duplicate(editing.selectedIds);
  expect(ids().slice(2)).toEqual(editing.selectedIds);
  editing.toggleSelected("h");
  editing.remove(editing.selectedIds);
  expect(ids()).toEqual(["l"]);
  for (let step = 0; step < 3; step++) editing.undo();
  expect(ids()).toEqual([container?.props.id]);
  editing.undo();
  expect(editing.page).toEqual(PAGE);
  expect(announcement.slice(0, 8)).toEqual([
    "It is the first one here",
    "2 blocks selected",
    "They are the first ones here",
    "2 blocks grouped, Container 1 of 1",
    "Ungrouped, 2 blocks from 1 of 2",
    "2 blocks duplicated, the first copy is 3 of 4",
    "3 blocks selected",
    "3 blocks deleted",
  ]);
});

const WITH_LOCK: PuckState = {
  root: {},
  content: [
    { type: "Heading", props: { id: "h", text: "Scope" } },
    { type: "Paragraph", props: { id: "terms", text: "Ours", locked: true } },
    { type: "WorkOrders", props: { id: "w", locked: true, workOrderData: { workOrderIds: [] } } },
  ],
};
const IDS = ["h", "terms", "w"];
const ofPage = (editing: PageEditing) => editing.page.content.map(({ props }) => props.id);

test.each<[string, (editing: PageEditing) => void]>([
  ["written", (editing) => editing.write("terms", { text: "Theirs" })],
  ["typed into", (editing) => editing.drafts.write("terms", "text", "Theirs")],
  ["deleted", (editing) => editing.remove(["terms"])],
  ["deleted among others", (editing) => editing.remove(["h", "terms"])],
  ["duplicated", (editing) => editing.duplicate(["terms"])],
  ["moved", (editing) => editing.move(["terms"], "down")],
  ["grouped", (editing) => editing.group(["h", "terms"])],
  ["replaced by a paste", (editing) => editing.replace("terms", [editing.newItem("Heading")])],
  ["unlocked", (editing) => editing.toggleLock(["terms"])],
])("STUDIO-9 in a document a locked block is not %s, and this is said", (_what, edit) => {
  const { editing, announcement, changes } = start(WITH_LOCK);
  edit(editing);
  vi.advanceTimersByTime(300);
  expect(editing.page).toBe(WITH_LOCK);
  expect(editing.canUndo).toBe(false);
  expect(changes).toEqual([]);
  expect(announcement).toEqual([expect.stringContaining("Locked by the template")]);
});

test("STUDIO-9 beside locked blocks everything goes on, and their work is the document's own", () => {
  const { editing, announcement } = start(WITH_LOCK);
  const workOrderData = { workOrderIds: ["oak"] };
  editing.write("w", { workOrderData });
  expect(editing.page.content[2]?.props.workOrderData).toEqual(workOrderData);
  editing.move(["h"], "down");
  expect(ofPage(editing)).toEqual(["terms", "h", "w"]);
  editing.undo();
  expect(ofPage(editing)).toEqual(IDS);
  expect(announcement).toEqual([expect.stringContaining("Moved to 2 of 3"), "Undone: Heading moved"]);
});

test("EDIT-1 a change reaches the page, the selection and every listener at once", () => {
  const { editing } = start();
  const seen: string[] = [];
  editing.subscribe(() => seen.push(`${editing.page.content.length} ${editing.selectedId}`));
  editing.select("h");
  editing.duplicate(["h"]);
  expect(seen).toEqual(["2 h", `3 ${editing.page.content[1]?.props.id}`]);
});

test("STUDIO-9 the author of a template locks, changes and unlocks its blocks", () => {
  const { editing, announcement } = start(WITH_LOCK, false);
  editing.write("terms", { text: "Newer" });
  editing.toggleLock(["h", "terms"]);
  expect(editing.page.content.map(({ props }) => props.locked)).toEqual([true, true, true]);
  editing.toggleLock(["h"]);
  expect(editing.page.content.map(({ props }) => props.locked)).toEqual([undefined, true, true]);
  expect(announcement).toEqual(["Locked in documents", "Unlocked"]);
});

test("EDIT-9 the title of the page is typed like any text, and a blank one is left out", () => {
  const { editing, changes } = start();
  editing.drafts.write(THE_PAGE, "title", "Opening");
  editing.drafts.write(THE_PAGE, "title", "Opening hours");
  vi.advanceTimersByTime(300);
  expect(changes.map(({ root }) => root.props)).toEqual([{ title: "Opening hours" }]);
  editing.drafts.write(THE_PAGE, "title", " ");
  editing.drafts.flush();
  expect(editing.page.root.props).toEqual({});
  editing.undo();
  expect(editing.page.root.props?.title).toBe("Opening hours");
});

test("STUDIO-17 undo and redo name the step and restore what was selected around it", () => {
  const { editing, announcement } = start();
  editing.select("l");
  editing.remove(["l"]);
  expect([editing.selectedIds, editing.besideId]).toEqual([[], "h"]);
  editing.undo();
  expect(editing.selectedIds).toEqual(["l"]);
  editing.redo();
  expect(editing.selectedIds).toEqual([]);
  editing.select("h");
  editing.duplicate(["h"]);
  editing.undo();
  expect(editing.selectedIds).toEqual(["h"]);
  editing.drafts.write("h", "text", "Goal");
  editing.undo();
  expect(announcement.filter((text) => /^(Undone|Done again)/.test(text))).toEqual([
    "Undone: List deleted",
    "Done again: List deleted",
    "Undone: Heading duplicated",
    "Undone: Heading changed",
  ]);
});

test("STUDIO-17 what a block became is spoken with its size", () => {
  const { editing, announcement } = start();
  editing.replace("l", [{ type: "Heading", props: { id: "new", text: "", size: "h1" } }]);
  expect(announcement).toEqual(["Heading 1"]);
});

test("STUDIO-16 undo takes back a new block that the server has stored in another form", () => {
  const { editing, texts } = start();
  const before = texts();
  editing.insert([{ type: "Heading", props: { id: "new", text: "" } }]);
  editing.write("new", { text: "a&nbsp;" });
  const stored = { ...editing.page };
  stored.content = stored.content.map((item) =>
    item.props.id === "new" ? { ...item, props: { ...item.props, text: "a\u00a0" } } : item,
  );
  editing.showStored(stored);
  expect(texts()).toContain("a\u00a0");
  editing.undo();
  editing.undo();
  expect(texts()).toEqual(before);
});

test("STUDIO-16 another author's change joins the page, and undo takes back this author's alone", () => {
  const { editing, changes, texts } = start();
  editing.write("h", { text: "Mine" });
  const theirs = (words: string): PuckState => ({
    ...editing.page,
    content: editing.page.content.map((item) =>
      item.props.id === "l" ? { ...item, props: { ...item.props, items: [{ title: words }] } } : item,
    ),
  });
  editing.applyRemotePage(theirs("Theirs"));
  editing.applyRemotePage(theirs("Theirs again"));
  expect(changes).toHaveLength(1);
  expect(texts()).toEqual(["Mine", [{ title: "Theirs again" }]]);
  editing.undo();
  expect(texts()).toEqual(["Scope", [{ title: "Theirs again" }]]);
  editing.applyRemotePage(theirs("Last"));
  editing.redo();
  expect(texts()).toEqual(["Mine", [{ title: "Last" }]]);
  editing.undo();
  expect(texts()).toEqual(["Scope", [{ title: "Last" }]]);
  expect(editing.canUndo).toBe(false);
});
