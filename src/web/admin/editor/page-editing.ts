import type { TextPlace } from "#blocks/render-context.ts";
import { labelOfBlock } from "#domain/page/block-edits.ts";
import { block as Container } from "#domain/page/blocks/container.ts";
import { groupItems, type Refusal, rangeOf, ungroupItem } from "#domain/page/edit-many.ts";
import {
  allows,
  areTogether,
  blockBeside,
  destination,
  duplicateItems,
  findItem,
  findItems,
  insertItems,
  itemsIn,
  moveItems,
  type Place,
  placeFor,
  placeItems,
  removeItems,
  replaceItem,
  type Way,
  withTitle,
} from "#domain/page/edit-page.ts";
import { holdsLock, isLocked, isWorkField, lockAround, lockIssues, withLock } from "#domain/page/locks.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { mapItems } from "#domain/page/walk-page.ts";
import { Observable } from "../ui/listeners.ts";
import {
  APART,
  blocks,
  LOCKED,
  NOT_ALLOWED,
  NOT_MOVED,
  NOT_MOVED_TOGETHER,
  NOT_REGROUPED,
} from "./announcements.ts";
import { describeBlock, nameBlocks, nameItems, positionOf } from "./block-labels.ts";
import { Drafts, THE_PAGE } from "./drafts.ts";
import { NewItems, newId } from "./new-item.ts";
import { PageHistory, type Restored } from "./page-history.ts";

/** The text of a block that gets the caret; without a path its first text. "all" selects the text. */
type Caret = { blockId: string; path?: TextPlace["path"]; side: "start" | "end" | "all" };

/** The one store of the page: every change by pointer, keys, panels or clipboard, and the selection. */
export class PageEditing extends Observable {
  readonly drafts: Drafts;
  readonly newItems = new NewItems();
  readonly newItem = this.newItems.make;
  readonly #history: PageHistory;
  readonly #hooks: EditingHooks;
  /** The selected blocks. A selection of several begins with the first of them and ends with the last. */
  #selectedIds: readonly string[] = [];
  /** The block next to those deleted last, which gets the focus while nothing is selected. */
  besideId: string | null = null;
  /** The caret position that is requested until its text is on the page. */
  #caret: Caret | null = null;

  constructor(first: PuckState, hooks: EditingHooks) {
    super();
    this.#history = new PageHistory(first);
    this.#hooks = hooks;
    this.drafts = new Drafts((blockId, props) => this.#commit(blockId, props), hooks.onTyping);
  }

  /** The page without uncommitted drafts. */
  get page(): PuckState {
    return this.#history.now;
  }

  get selectedIds(): readonly string[] {
    return this.#selectedIds;
  }

  /** The block selected last, whose settings are shown. */
  get selectedId(): string | null {
    return this.#selectedIds.at(-1) ?? null;
  }

  get canUndo(): boolean {
    return this.#history.hasPast;
  }

  get canRedo(): boolean {
    return this.#history.hasFuture;
  }

  /** The locked block around this one, or the block itself. */
  #lockAround(id: string | null): PageItem | undefined {
    return this.#hooks.areLocksEnforced && id !== null ? lockAround(this.page, id) : undefined;
  }

  /** Whether the block is locked by the template. */
  isFixed(id: string): boolean {
    return this.#lockAround(id) !== undefined;
  }

  /** Whether one of the blocks, or a block inside, is locked. Announces a refusal. */
  refusesFor(ids: readonly string[]): boolean {
    const isRefused = findItems(this.page, ids).some(
      ({ item }) => this.isFixed(item.props.id) || holdsLock(item),
    );
    return this.#refuseIf(this.#hooks.areLocksEnforced && isRefused);
  }

  #refuseIf(isRefused: boolean): boolean {
    if (isRefused) this.#hooks.announce(LOCKED);
    return isRefused;
  }

  select(id: string | null): void {
    this.#select(id === null ? [] : [id]);
  }

  /** Selects every block from the one selected first to this one. */
  selectTo(id: string): void {
    this.#selectMany(rangeOf(this.page, this.#selectedIds[0] ?? id, id));
  }

  /** Selects the next block beside the last of these too. */
  selectNext(way: "up" | "down", ids = this.#selectedIds): void {
    const [first, last] = [ids[0], ids.at(-1)];
    const place = last === undefined ? undefined : findItem(this.page, last)?.place;
    const next = place && itemsIn(this.page, place.area)[place.index + (way === "up" ? -1 : 1)];
    if (first !== undefined && next) this.#selectMany(rangeOf(this.page, first, next.props.id));
    else this.#hooks.announce(NOT_MOVED[way]);
  }

  /** Selects all blocks of the area of the selected one. */
  selectBeside(): void {
    const area = this.selectedId === null ? null : (findItem(this.page, this.selectedId)?.place.area ?? null);
    this.#selectMany(itemsIn(this.page, area).map(({ props }) => props.id));
  }

  /** Selects the block besides the others, or no longer. */
  toggleSelected(id: string): void {
    const others = this.#selectedIds.filter((one) => one !== id);
    this.#selectMany(others.length < this.#selectedIds.length ? others : [...others, id]);
  }

  /** Adds a new block at the selected one, or inside it. Returns false if nothing allows it there. */
  add(type: string, isInside = false): boolean {
    const item = this.newItem(type);
    // The first key replaces the text that a new block begins with.
    this.#caret = { blockId: item.props.id, side: "all" };
    if (this.insert([item], isInside)) return true;
    this.consumeCaret();
    return false;
  }

  /** Adds blocks at the selected one. */
  insert(items: readonly PageItem[], isInside = false): boolean {
    this.drafts.flush();
    // Beside a locked block, not in it.
    const at = this.#lockAround(this.selectedId)?.props.id ?? this.selectedId;
    const place = placeFor(this.page, items, at, isInside);
    if (!place) this.#hooks.announce(NOT_ALLOWED);
    return place !== undefined && this.insertAt(items, place);
  }

  /** Replaces a block, such as an empty paragraph. The announcement also names the undo step. */
  replace(id: string, items: readonly PageItem[], name?: string): boolean {
    this.drafts.flush();
    const found = findItem(this.page, id);
    if (!found || !items.every((item) => allows(this.page, found.place.area, item))) return false;
    const last = items.slice(-1).map(({ props }) => props.id);
    for (const blockId of last) this.#caret = { blockId, side: items.length === 1 ? "all" : "end" };
    const page = insertItems(removeItems(this.page, [id]), found.place, items);
    const what = name ?? nameBlocks(items.length === 1 ? items : items.filter((one) => one.props.id !== id));
    if (this.apply(page, last, what)) this.#hooks.announce(what);
    else this.consumeCaret();
    return this.page === page;
  }

  move(ids: readonly string[], way: Way): void {
    this.drafts.flush();
    const isOne = ids.length === 1;
    const to = destination(this.page, ids, way);
    const why = areTogether(findItems(this.page, ids)) ? NOT_MOVED_TOGETHER[way] : APART;
    if (!to) this.#hooks.announce(isOne ? NOT_MOVED[way] : why);
    else if (this.apply(moveItems(this.page, ids, to), ids, `${nameItems(this.page, ids)} moved`))
      this.#hooks.announce(`${isOne ? "Moved" : `${blocks(ids)} moved`} to ${positionOf(this.page, ids)}`);
  }

  /** Whether all of the blocks may be dropped into the area. */
  acceptsItems(area: Place["area"], items: readonly PageItem[]): boolean {
    if (area && this.isFixed(area.ownerId)) return false;
    return items.every((item) => allows(this.page, area, item));
  }

  /** Moves blocks to a place on the canvas. Its index counts with the blocks themselves. */
  place(ids: readonly string[], to: Place): boolean {
    this.drafts.flush();
    const items = findItems(this.page, ids).map(({ item }) => item);
    const [first] = items;
    const page = placeItems(this.page, ids, to);
    const what = `${items.length === 1 && first ? labelOfBlock(first.type) : blocks(items)} moved`;
    if (!first || page === this.page || !this.acceptsItems(to.area, items) || !this.apply(page, ids, what))
      return false;
    this.#hooks.announce(`${what}, ${positionOf(this.page, ids)}`);
    return true;
  }

  /** Adds blocks at a place. */
  insertAt(items: readonly PageItem[], place: Place): boolean {
    this.drafts.flush();
    const [first] = items;
    if (!first || !this.acceptsItems(place.area, items)) return false;
    const last = items.slice(-1).map(({ props }) => props.id);
    const what = `${nameBlocks(items)} added`;
    if (!this.apply(insertItems(this.page, place, items), last, what)) return false;
    this.#hooks.announce(`${what}, ${positionOf(this.page, [first.props.id])}`);
    return true;
  }

  duplicate(ids: readonly string[]): void {
    this.drafts.flush();
    if (this.refusesFor(ids)) return;
    const { page, copyIds } = duplicateItems(this.page, ids, newId);
    if (copyIds.length === 0 || !this.apply(page, copyIds, `${nameItems(this.page, ids)} duplicated`)) return;
    const announcement =
      copyIds.length === 1 ? "Duplicated, the copy" : `${blocks(copyIds)} duplicated, the first copy`;
    this.#hooks.announce(`${announcement} is ${positionOf(this.page, copyIds)}`);
  }

  remove(ids: readonly string[]): void {
    this.drafts.flush();
    const beside = blockBeside(this.page, ids);
    const what = `${nameItems(this.page, ids)} deleted`;
    if (findItems(this.page, ids).length === 0 || !this.apply(removeItems(this.page, ids), [], what)) return;
    this.besideId = beside;
    this.#hooks.announce(what);
  }

  /** Puts the blocks into a new container. */
  group(ids: readonly string[]): void {
    this.drafts.flush();
    const container = this.newItem(Container.type);
    const grouped = groupItems(this.page, ids, container);
    const what = `${blocks(ids)} grouped`;
    if (this.#isRefused(grouped) || !this.apply(grouped.page, grouped.ids, what)) return;
    this.#hooks.announce(`${what}, ${labelOfBlock(container.type)} ${positionOf(this.page, grouped.ids)}`);
  }

  /** Replaces a container by its blocks. */
  ungroup(id: string): void {
    this.drafts.flush();
    const ungrouped = ungroupItem(this.page, id);
    if (this.#isRefused(ungrouped) || !this.apply(ungrouped.page, ungrouped.ids, "Ungrouped")) return;
    this.#hooks.announce(`Ungrouped, ${blocks(ungrouped.ids)} from ${positionOf(this.page, ungrouped.ids)}`);
  }

  #isRefused(result: ReturnType<typeof groupItems>): result is { refused: Refusal } {
    if (!("refused" in result)) return false;
    this.#hooks.announce(NOT_REGROUPED[result.refused]);
    return true;
  }

  /** Locks blocks of a template in the documents that are made from it, or unlocks them if all are locked. */
  toggleLock(ids: readonly string[]): void {
    this.drafts.flush();
    const isLocking = !findItems(this.page, ids).every(({ item }) => isLocked(item));
    const page = mapItems(this.page, (item) =>
      ids.includes(item.props.id) ? withLock(item, isLocking) : item,
    );
    const what = isLocking ? "Locked in documents" : "Unlocked";
    if (this.apply(page, ids, what)) this.#hooks.announce(what);
  }

  undo(): void {
    this.#restore("undo", "Undone", () => this.#history.back());
  }

  redo(): void {
    this.#restore("redo", "Done again", () => this.#history.forward());
  }

  /** Shows the page with the changes of another author, which undo leaves there. */
  applyRemotePage(page: PuckState): void {
    this.#history.merge(page);
    this.#select(this.#selectedIds);
  }

  /** Shows the page as it was stored. That is no change of another author's. */
  showStored(page: PuckState): void {
    this.#history.replace(page);
    this.#select(this.#selectedIds);
  }

  /** Changes a block immediately, as one undo step. */
  write(id: string, props: Readonly<Record<string, unknown>>): void {
    this.drafts.flush();
    this.#commit(id, props);
  }

  /** The block whose text gets the caret a moment later; null: none. */
  get nextCaretIn(): string | null {
    return this.#caret?.blockId ?? null;
  }

  requestCaret(caret: Caret): void {
    this.#caret = caret;
    this.publish();
  }

  /** The requested caret position in this text; null if the caret belongs elsewhere. */
  caretFor(blockId: string, path: TextPlace["path"]): Caret["side"] | null {
    const caret = this.#caret;
    if (caret?.blockId !== blockId) return null;
    const isHere = caret.path
      ? caret.path.join() === path.join()
      : path.every((step) => typeof step === "string" || step === 0);
    return isHere ? caret.side : null;
  }

  /** Ends the request for the caret. Returns false if another text has already consumed it. */
  consumeCaret(): boolean {
    if (!this.#caret) return false;
    this.#caret = null;
    // After the caret has been placed.
    queueMicrotask(() => this.publish());
    return true;
  }

  #restore(name: string, done: string, step: () => Restored | undefined): void {
    this.drafts.flush();
    const restored = step();
    if (restored) this.#show(restored.page, restored.selected);
    this.#hooks.announce(restored ? `${done}: ${restored.what}` : `Nothing to ${name}`);
  }

  /** Makes it the page, as one undo step with this name. Returns false if that breaks a lock. */
  apply(page: PuckState, selected: readonly string[], what: string): boolean {
    const isRefused = this.#hooks.areLocksEnforced && lockIssues(page, this.page).length > 0;
    if (this.#refuseIf(isRefused)) return false;
    this.#addStep(page, selected, what);
    return true;
  }

  #addStep(page: PuckState, after: readonly string[], what: string): void {
    this.#history.add({ page, what, before: this.#selectedIds, after });
    this.#show(page, after);
  }

  #selectMany(ids: readonly string[]): void {
    this.#select(ids);
    this.#hooks.announce(`${blocks(ids)} selected`);
  }

  /** Selects those that are on the page. */
  #select(ids: readonly string[]): void {
    this.#setSelection(ids);
    this.publish();
  }

  #setSelection(ids: readonly string[]): void {
    this.besideId = null;
    this.#selectedIds = [...new Set(ids)].filter((id) => findItem(this.page, id) !== undefined);
  }

  #show(page: PuckState, selected: readonly string[]): void {
    this.#setSelection(selected);
    this.#hooks.onChange(page);
    this.publish();
  }

  #commit(blockId: string, props: Readonly<Record<string, unknown>>): void {
    if (blockId === THE_PAGE) {
      this.apply(withTitle(this.page, String(props.title)), this.#selectedIds, "Title changed");
      return;
    }
    const item = findItem(this.page, blockId)?.item;
    if (!item) return;
    // The work that a locked block shows is the document's own.
    const isWork = Object.keys(props).every((name) => isWorkField(item.type, name));
    if (this.#refuseIf(!isWork && this.isFixed(blockId))) return;
    const page = replaceItem(this.page, { ...item, props: { ...item.props, ...props } });
    this.#addStep(page, this.#selectedIds, `${describeBlock(item)} changed`);
  }
}

/** What a page that is edited reports. */
type EditingHooks = {
  /** The page has changed. */
  onChange(page: PuckState): void;
  /** A text is being typed that the page does not have yet, or no longer. */
  onTyping(isTyping: boolean): void;
  /** Announces a result to screen readers. */
  announce(text: string): void;
  /** Whether locked blocks stay as they are, as in documents. A template's author changes them. */
  areLocksEnforced: boolean;
};
