import { compareWords, type TextPart } from "../compare-texts.ts";
import type { Id } from "../id.ts";
import { labelOfBlock } from "../page/block-edits.ts";
import { block as HeadingBlock } from "../page/blocks/heading.ts";
import { blockShape } from "../page/find-block.ts";
import { longestIncreasing } from "../page/merge-order.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { slotItems } from "../page/walk-page.ts";
import { type BlockFact, blockFacts } from "./block-facts.ts";

/** A value of a block that is other than before. Without words only its look or its contents changed. */
type FactChange = { label: string; words: TextPart[] };

/** What became of a block from one page to another, or of the page itself. */
export type BlockChange = {
  /** "": the page itself. */
  blockId: string;
  is: "added" | "removed" | "changed" | "moved";
  isMoved: boolean;
  label: string;
  /** The text of the heading above it; "" before the first one. */
  section: string;
  /** The words of a block that was added or removed, with those of the blocks inside it. */
  text: string;
  facts: FactChange[];
};

/** A block with its place: the area that it stands in, and the nearest heading above it. */
type Placed = { item: PageItem; area: string; ownerId: string | null; section: string };

/** What changed, in the order of the page after. Blocks inside an added or removed one belong to it. */
export function comparePages(
  before: PuckState,
  after: PuckState,
  nameOfWork: (id: Id) => string,
): BlockChange[] {
  const [old, now] = [placeAll(before), placeAll(after)];
  const moved = movedIds(old, now);
  const describe = (placed: Placed, is: BlockChange["is"], facts: FactChange[] = []): BlockChange => ({
    blockId: placed.item.props.id,
    is,
    facts,
    section: placed.section,
    isMoved: moved.has(placed.item.props.id),
    label: labelOfBlock(placed.item.type),
    text: is === "added" || is === "removed" ? textOf(placed.item, nameOfWork) : "",
  });
  const changes = [...now.values()].flatMap((placed): BlockChange[] => {
    const { item, ownerId } = placed;
    const was = old.get(item.props.id);
    if (!was) return isNew(ownerId, old, now) ? [] : [describe(placed, "added")];
    const facts = changedFacts(was.item, item, nameOfWork);
    if (facts.length > 0) return [describe(placed, "changed", facts)];
    return moved.has(item.props.id) ? [describe(placed, "moved")] : [];
  });
  const removed = [...old.values()].filter(
    ({ item, ownerId }) => !now.has(item.props.id) && !isNew(ownerId, now, old),
  );
  const ofBlocks = inOrder(
    changes,
    removed.map((placed) => describe(placed, "removed")),
    [...old.keys()],
    [...now.keys()],
  );
  return [...titleChange(before, after), ...ofBlocks];
}

function titleChange(before: PuckState, after: PuckState): BlockChange[] {
  const [was = "", is = ""] = [before.root.props?.title, after.root.props?.title];
  if (was === is) return [];
  const facts = [{ label: "Title", words: compareWords(was, is) }];
  return [
    { blockId: "", is: "changed", isMoved: false, label: "Title of the page", section: "", text: "", facts },
  ];
}

/** Whether the block around another is on one page alone, so that the other one belongs to it. */
function isNew(
  ownerId: string | null,
  there: ReadonlyMap<string, Placed>,
  here: ReadonlyMap<string, Placed>,
) {
  return ownerId !== null && here.has(ownerId) && !there.has(ownerId);
}

function placeAll(page: PuckState): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  let section = "";
  const visit = (items: readonly PageItem[], area: string, ownerId: string | null) => {
    for (const item of items) {
      // A heading stands in the section before its own.
      placed.set(item.props.id, { item, area, ownerId, section });
      if (item.type === HeadingBlock.type) section = HeadingBlock.read(item.props).text.trim();
      for (const slot of blockShape(item.type).slots) {
        visit(slotItems(item, slot), `${item.props.id}:${slot}`, item.props.id);
      }
    }
  };
  visit(page.content, "", null);
  return placed;
}

/** The blocks that stand in another area, or elsewhere among those that both pages have there. */
function movedIds(old: ReadonlyMap<string, Placed>, now: ReadonlyMap<string, Placed>): Set<string> {
  const both = [...now].filter(([id]) => old.has(id));
  const moved = new Set(both.filter(([id, { area }]) => old.get(id)?.area !== area).map(([id]) => id));
  const order = new Map([...old.keys()].map((id, at) => [id, at]));
  const stayed = both.filter(([id]) => !moved.has(id));
  for (const inArea of Map.groupBy(stayed, ([, { area }]) => area).values()) {
    const ids = inArea.map(([id]) => id);
    const unmoved = new Set(longestIncreasing(ids, (id) => order.get(id) ?? 0));
    for (const id of ids) if (!unmoved.has(id)) moved.add(id);
  }
  return moved;
}

function changedFacts(was: PageItem, now: PageItem, nameOfWork: (id: Id) => string): FactChange[] {
  const old = new Map(blockFacts(was, nameOfWork).map((fact) => [fact.path, fact]));
  const facts = new Map(blockFacts(now, nameOfWork).map((fact) => [fact.path, fact]));
  return [...new Set([...facts.keys(), ...old.keys()])].flatMap((path) => {
    const [before, after] = [old.get(path), facts.get(path)];
    if (before?.stored === after?.stored) return [];
    return [
      { label: (after ?? before)?.label ?? "", words: wordsOf(before?.words ?? "", after?.words ?? "") },
    ];
  });
}

function wordsOf(before: string, after: string): TextPart[] {
  return before === after ? [] : compareWords(before, after);
}

/** The words that readers read in a block and in the blocks inside it. */
function textOf(item: PageItem, nameOfWork: (id: Id) => string): string {
  const own = blockFacts(item, nameOfWork).flatMap(({ isText, words }: BlockFact) =>
    isText ? words || [] : [],
  );
  const inside = blockShape(item.type).slots.flatMap((slot) =>
    slotItems(item, slot).map((one) => textOf(one, nameOfWork)),
  );
  return [...own, ...inside].filter((text) => text !== "").join("\n");
}

/** What was removed stands after the block that was before it and is still there. */
function inOrder(
  changes: readonly BlockChange[],
  removed: readonly BlockChange[],
  oldIds: readonly string[],
  nowIds: readonly string[],
): BlockChange[] {
  const at = new Map(nowIds.map((id, place) => [id, place]));
  const placeOf = new Map<string, number>();
  let last = -1;
  for (const id of oldIds) {
    last = at.get(id) ?? last;
    placeOf.set(id, at.get(id) ?? last + 0.5);
  }
  const place = ({ blockId }: BlockChange) => at.get(blockId) ?? placeOf.get(blockId) ?? 0;
  return [...changes, ...removed].toSorted((one, other) => place(one) - place(other));
}
