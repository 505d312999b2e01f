import type { AppState, Data } from "@puckeditor/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PuckState } from "#domain/page/page.ts";
import { PageEditing } from "./page-editing.ts";

const PAGE: PuckState = {
  root: {},
  content: [
    { type: "Heading", props: { id: "h", text: "Scope" } },
    { type: "List", props: { id: "l", items: [{ title: "One" }] } },
  ],
};

/** The editing of a page with a Puck that knows the actions of texts and whole pages. */
function start() {
  const said: string[] = [];
  const changes: PuckState[] = [];
  const editing = new PageEditing(PAGE, {
    say: (text) => said.push(text),
    onChange: (page) => changes.push(page),
  });
  let state = { data: PAGE as unknown as Data, ui: { itemSelector: null } } as unknown as AppState;
  editing.connect((action) => {
    const before = state;
    if (action.type === "setUi") state = { ...state, ui: { ...state.ui, ...(action.ui as object) } };
    if (action.type === "setData" && typeof action.data === "function") {
      state = { ...state, data: action.data(state.data) as Data };
    }
    if (action.type === "replace") {
      state = {
        ...state,
        data: { ...state.data, content: state.data.content.with(action.destinationIndex, action.data) },
      };
    }
    editing.heard(action, state, before);
  });
  const texts = () => editing.page.content.map(({ props }) => props.text ?? props.items);
  return { editing, said, changes, texts };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("STUDIO-1 keys become one change and one step of undo after a pause", () => {
  const { editing, changes, texts } = start();
  for (const text of ["Scope o", "Scope of", "Scope of w"]) editing.drafts.write("h", "text", text);
  expect(changes).toHaveLength(0);
  expect(editing.drafts.of("h")).toEqual({ text: "Scope of w" });
  vi.advanceTimersByTime(300);
  expect(texts()[0]).toBe("Scope of w");
  expect(changes).toHaveLength(1);
  editing.undo();
  expect(texts()[0]).toBe("Scope");
  expect(editing.canUndo).toBe(false);
  editing.redo();
  expect(texts()[0]).toBe("Scope of w");
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
  const { editing, said } = start();
  editing.select("h");
  editing.duplicate(["h"]);
  expect(editing.selectedId).toBe(editing.page.content[1]?.props.id);
  expect(editing.selectedId).not.toBe("h");
  editing.remove(editing.selectedIds);
  expect(editing.selectedId).toBeNull();
  expect(said).toEqual(["Duplicated, the copy is 2 of 3", "Heading deleted"]);
});

test("STUDIO-3 every move says its result, or why there is none", () => {
  const { editing, said } = start();
  editing.move(["h"], "up");
  editing.move(["h"], "in");
  editing.move(["h"], "out");
  editing.move(["h"], "down");
  editing.undo();
  editing.undo();
  expect(said).toEqual([
    "It is the first one here",
    "The block before it cannot hold it",
    "It stands on the page itself",
    "Moved to 2 of 2",
    "Undone",
    "Nothing to undo",
  ]);
});

test("EDIT-1 a new block stands after the selected one with its starting text, and words that are being typed stay", () => {
  const { editing, texts } = start();
  editing.select("h");
  editing.drafts.write("h", "text", "Typed");
  expect(editing.add("Paragraph")).toBe(true);
  expect(texts()).toEqual(["Typed", "Write here.", [{ title: "One" }]]);
  expect(editing.caretFor(editing.selectedId ?? "", ["text"])).toBe("all");
  expect(editing.add("Heading", true)).toBe(false);
});

test("STUDIO-3 several blocks are selected, arranged, grouped and ungrouped, each in one step of undo", () => {
  const { editing, said } = start();
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
  expect(said.slice(0, 8)).toEqual([
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
