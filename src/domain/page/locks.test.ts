import { describe, expect, test } from "vitest";
import {
  duplicateItems,
  insertItems,
  moveItems,
  removeItems,
  withFreshIds,
  withNewIds,
} from "./edit-page.ts";
import { holdsLock, isLocked, lockAround, lockIssues, withLock, withLocksOf } from "./locks.ts";
import type { PageItem, PuckState } from "./page.ts";
import { allItems, mapItems } from "./walk-page.ts";

const block = (type: string, id: string, props: Record<string, unknown> = {}): PageItem => ({
  type,
  props: { id, ...props },
});
const locked = { locked: true };
const PAGE: PuckState = {
  root: {},
  content: [
    block("Heading", "h", { text: "Scope" }),
    block("Paragraph", "terms", { text: "Our terms", ...locked }),
    block("Container", "box", {
      content: [block("Heading", "in", { text: "Fixed", ...locked }), block("Paragraph", "free")],
    }),
    block("Container", "shut", { ...locked, content: [block("Paragraph", "inside", { text: "Kept" })] }),
    block("WorkOrders", "work", { ...locked, gst: true, workOrderData: { workOrderIds: [] } }),
  ],
};
const write = (page: PuckState, id: string, props: Record<string, unknown>) =>
  mapItems(page, (item) => (item.props.id === id ? { ...item, props: { ...item.props, ...props } } : item));
const place = (ownerId: string | null, index: number) => ({
  area: ownerId === null ? null : { ownerId, slot: "content" },
  index,
});
const fresh = block("Paragraph", "new");

describe("STUDIO-9 of a page with locks", () => {
  test.each<[string, PuckState]>([
    ["nothing", PAGE],
    ["a free text", write(PAGE, "h", { text: "Other" })],
    ["a free text beside a lock", write(PAGE, "free", { text: "Other" })],
    ["a new block between locks", insertItems(PAGE, place(null, 2), [fresh])],
    ["a new block beside a lock", insertItems(PAGE, place("box", 0), [fresh])],
    ["a free block moved past locks", moveItems(PAGE, ["h"], place(null, 4))],
    ["a free block with a lock in it, moved", moveItems(PAGE, ["box"], place(null, 0))],
    ["a free block removed", removeItems(PAGE, ["h"])],
    ["the work that a locked block shows", write(PAGE, "work", { workOrderData: { workOrderIds: ["a"] } })],
  ])("may be changed: %s", (_what, page) => {
    expect(lockIssues(page, PAGE)).toEqual([]);
  });

  test.each<[string, PuckState, string]>([
    ["a locked text", write(PAGE, "terms", { text: "Their terms" }), "stays as it is"],
    ["a lock taken away", write(PAGE, "terms", { locked: false }), "stays on the page"],
    ["a lock removed with its block", removeItems(PAGE, ["terms"]), "stays on the page"],
    ["a free block with a lock in it, removed", removeItems(PAGE, ["box"]), "stays on the page"],
    ["a text inside a lock", write(PAGE, "inside", { text: "Gone" }), "stays as it is"],
    ["a new block inside a lock", insertItems(PAGE, place("shut", 0), [fresh]), "stays as it is"],
    ["a block out of a lock", moveItems(PAGE, ["inside"], place(null, 0)), "stays as it is"],
    ["other settings of locked work", write(PAGE, "work", { gst: false }), "stays as it is"],
    ["a lock moved past another", moveItems(PAGE, ["terms"], place(null, 3)), "stays where it is"],
    ["a lock moved into a block", moveItems(PAGE, ["terms"], place("box", 0)), "stays where it is"],
    ["a lock moved out of a block", moveItems(PAGE, ["in"], place(null, 0)), "stays where it is"],
    [
      "a lock doubled with its lock",
      insertItems(PAGE, place(null, 5), [block("Paragraph", "twin", { text: "Our terms", ...locked })]),
      "Only a template locks",
    ],
    ["a new lock", write(PAGE, "h", locked), "Only a template locks"],
  ])("is refused: %s", (_what, page, message) => {
    expect(lockIssues(page, PAGE).join()).toContain(message);
  });

  test("copies are free, and a whole page with other ids keeps its locks", () => {
    const twice = duplicateItems(PAGE, ["box"], (type) => `${type}-2`).page;
    expect(lockIssues(twice, PAGE)).toEqual([]);
    expect(withNewIds(PAGE.content, (type) => `${type}-3`).some(holdsLock)).toBe(false);
    let made = 0;
    const other = withFreshIds(PAGE, () => `id-${++made}`);
    expect(allItems(other).filter(isLocked)).toHaveLength(4);
    expect(allItems(other).some(({ props }) => props.id === "terms")).toBe(false);
  });

  test("the outermost lock around a block is found", () => {
    expect(lockAround(PAGE, "inside")?.props.id).toBe("shut");
    expect(lockAround(PAGE, "terms")?.props.id).toBe("terms");
    expect(lockAround(PAGE, "free")).toBeUndefined();
    expect(withLock(withLock(block("Heading", "x"), true), false)).toEqual(block("Heading", "x"));
  });

  test("an earlier page takes the locks as they are now", () => {
    const earlier = write(write(PAGE, "terms", { text: "{{who}}" }), "h", { text: "Earlier" });
    const restored = withLocksOf(earlier, PAGE);
    expect(lockIssues(restored, PAGE)).toEqual([]);
    expect(restored.content[0]?.props.text).toBe("Earlier");
    expect(lockIssues(withLocksOf(removeItems(earlier, ["terms"]), PAGE), PAGE)).not.toEqual([]);
  });

  test("1,000 locked blocks are compared", () => {
    const many = (text: string): PuckState => ({
      root: {},
      content: Array.from({ length: 1000 }, (_, n) =>
        block("Paragraph", `p${n}`, { text: `${text} ${n}`, ...locked }),
      ),
    });
    expect(lockIssues(many("One"), many("One"))).toEqual([]);
    expect(lockIssues(many("Two"), many("One"))).toHaveLength(1000);
  });
});
