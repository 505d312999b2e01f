import type { AppState, Data, PuckAction } from "@puckeditor/core";
import type { TextPlace } from "#blocks/render-context.ts";
import { startingProps } from "#domain/page/block-edit.ts";
import {
  type Area,
  allows,
  destination,
  duplicateItem,
  findItem,
  insertItems,
  itemsIn,
  moveItem,
  type Place,
  placeFor,
  removeItem,
  type Way,
} from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";
import { findEdit, labelOf } from "./block-labels.ts";
import { Drafts } from "./drafts.ts";
import { PageHistory } from "./page-history.ts";

const ROOT_ZONE = "root:default-zone";

type Dispatch = (action: PuckAction) => void;

/** A text of a block; without a path its first one. */
type Caret = { blockId: string; path?: TextPlace["path"]; side: "start" | "end" | "all" };

type Hooks = {
  /** The page has changed. */
  onChange(page: PuckState): void;
  /** Says a result to people who do not see it. */
  say(text: string): void;
};

const NOT_MOVED: Record<Way, string> = {
  up: "It is the first one here",
  down: "It is the last one here",
  in: "The block before it cannot hold it",
  out: "It stands on the page itself",
};

/** Everything that people do to the page, whatever they do it with: pointer, keys, panels or clipboard. */
export class PageEditing {
  readonly drafts: Drafts;
  readonly #history: PageHistory;
  readonly #hooks: Hooks;
  readonly #listeners = new Set<() => void>();
  #dispatch: Dispatch = () => undefined;
  #selectedId: string | null = null;
  /** The text that gets the caret once it is on the page. */
  #caret: Caret | null = null;
  #isOwnChange = false;

  constructor(first: PuckState, hooks: Hooks) {
    this.#history = new PageHistory(first);
    this.#hooks = hooks;
    this.drafts = new Drafts((blockId, props) => this.#commit(blockId, props));
  }

  /** Called again whenever the editor is mounted anew. */
  connect(dispatch: Dispatch): void {
    this.#dispatch = dispatch;
  }

  /** The page without what is being typed at this moment. */
  get page(): PuckState {
    return this.#history.now;
  }

  get selectedId(): string | null {
    return this.#selectedId;
  }

  get canUndo(): boolean {
    return this.#history.hasPast;
  }

  get canRedo(): boolean {
    return this.#history.hasFuture;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hears of every action of the editor, before its state is there. */
  heard = (action: PuckAction, state: AppState, before: AppState): void => {
    if (state.data !== before.data && !this.#isOwnChange) {
      this.#history.add(pageOf(state.data), action.type === "replace" && action.recordHistory === false);
      this.#hooks.onChange(this.page);
    }
    const { itemSelector } = state.ui;
    const area = itemSelector ? areaOf(itemSelector.zone) : null;
    this.#selectedId = itemSelector ? (itemsIn(this.page, area)[itemSelector.index]?.props.id ?? null) : null;
    if (action.type === "insert") queueMicrotask(() => this.#fill(action.id));
    if (action.type === "remove") {
      this.#hooks.say("Deleted");
      // The editor would select the next block. A dispatch in here would be lost.
      queueMicrotask(() => this.select(null));
    }
    // Listeners read the editor's state, which is there a moment later.
    queueMicrotask(() => this.#tell());
  };

  select(id: string | null): void {
    const place = id === null ? undefined : findItem(this.page, id)?.place;
    this.#dispatch({
      type: "setUi",
      ui: { itemSelector: place ? { zone: zoneOf(place.area), index: place.index } : null },
      recordHistory: false,
    });
  }

  /** Adds a new block at the selected one, or inside it. Returns false if nothing allows it there. */
  add(type: string, isInside = false): boolean {
    const item = this.newItem(type);
    // The first key replaces the text that a new block begins with.
    this.#caret = { blockId: item.props.id, side: "all" };
    return this.insert([item], isInside);
  }

  /** Adds blocks at the selected one. */
  insert(items: readonly PageItem[], isInside = false): boolean {
    this.drafts.flush();
    const place = placeFor(this.page, items, this.#selectedId, isInside);
    const [first] = items;
    if (!place || !first) {
      this.#hooks.say("It cannot stand here");
      return false;
    }
    this.#apply(insertItems(this.page, place, items), items.at(-1)?.props.id ?? null);
    const what = items.length === 1 ? labelOf(first.type) : `${items.length} blocks`;
    this.#hooks.say(`${what} added, ${this.#where(first.props.id)}`);
    return true;
  }

  /** Puts blocks in place of one, such as an empty paragraph. */
  replace(id: string, items: readonly PageItem[]): boolean {
    this.drafts.flush();
    const found = findItem(this.page, id);
    if (!found || !items.every((item) => allows(this.page, found.place.area, item))) return false;
    const last = items.at(-1);
    if (last) this.#caret = { blockId: last.props.id, side: items.length === 1 ? "all" : "end" };
    this.#apply(insertItems(removeItem(this.page, id), found.place, items), last?.props.id ?? null);
    return true;
  }

  move(id: string, way: Way): void {
    this.drafts.flush();
    const to = destination(this.page, id, way);
    if (!to) {
      this.#hooks.say(NOT_MOVED[way]);
      return;
    }
    this.moveTo(id, to);
  }

  moveTo(id: string, to: Place): void {
    this.#apply(moveItem(this.page, id, to), id);
    this.#hooks.say(`Moved to ${this.#where(id)}`);
  }

  duplicate(id: string): void {
    this.drafts.flush();
    const copied = duplicateItem(this.page, id, newId);
    if (!copied) return;
    this.#apply(copied.page, copied.copyId);
    this.#hooks.say(`Duplicated, the copy is ${this.#where(copied.copyId)}`);
  }

  remove(id: string): void {
    this.drafts.flush();
    const found = findItem(this.page, id);
    if (!found) return;
    this.#apply(removeItem(this.page, id), null);
    this.#hooks.say(`${labelOf(found.item.type)} deleted`);
  }

  undo(): void {
    this.#drafted("Nothing to undo", "Undone", () => this.#history.back());
  }

  redo(): void {
    this.#drafted("Nothing to redo", "Done again", () => this.#history.forward());
  }

  /** Changes a block at once, as one step. */
  write(id: string, props: Readonly<Record<string, unknown>>): void {
    this.drafts.flush();
    this.#commit(id, props);
  }

  wantCaret(caret: Caret): void {
    this.#caret = caret;
    this.#tell();
  }

  /** Where the caret goes in this text; null if it goes elsewhere. */
  caretFor(blockId: string, path: TextPlace["path"]): Caret["side"] | null {
    const caret = this.#caret;
    if (caret?.blockId !== blockId) return null;
    const isMeant = caret.path
      ? caret.path.join() === path.join()
      : path.every((step) => typeof step === "string" || step === 0);
    return isMeant ? caret.side : null;
  }

  /** The caret is there. */
  takeCaret(): void {
    this.#caret = null;
  }

  #drafted(nothing: string, done: string, step: () => PuckState | undefined): void {
    this.drafts.flush();
    const page = step();
    if (!page) {
      this.#hooks.say(nothing);
      return;
    }
    const id = this.#selectedId;
    this.#show(page);
    this.select(id !== null && findItem(page, id) ? id : null);
    this.#hooks.onChange(page);
    this.#hooks.say(done);
  }

  #apply(page: PuckState, selected: string | null): void {
    this.#history.add(page);
    this.#show(page);
    this.select(selected);
    this.#hooks.onChange(page);
  }

  #show({ content, root }: PuckState): void {
    this.#isOwnChange = true;
    this.#dispatch({ type: "setData", data: () => ({ content, root, zones: {} }) as Data });
    this.#isOwnChange = false;
  }

  #commit(blockId: string, props: Readonly<Record<string, unknown>>): void {
    const found = findItem(this.page, blockId);
    if (!found) return;
    const { item, place } = found;
    this.#dispatch({
      type: "replace",
      destinationIndex: place.index,
      destinationZone: zoneOf(place.area),
      data: { ...item, props: { ...item.props, ...props } },
    });
  }

  /** A block that was dragged in begins like one that was added. */
  #fill(id: string | undefined): void {
    const found = id === undefined ? undefined : findItem(this.page, id);
    const edit = found && findEdit(found.item.type);
    if (!found || !edit) return;
    const { item, place } = found;
    this.#dispatch({
      type: "replace",
      destinationIndex: place.index,
      destinationZone: zoneOf(place.area),
      data: { ...item, props: { ...startingProps(edit), ...item.props } },
      recordHistory: false,
    });
    this.#hooks.say(`${edit.label} added, ${this.#where(item.props.id)}`);
  }

  newItem(type: string): PageItem {
    const edit = findEdit(type);
    const slots = Object.fromEntries(blockShape(type).slots.map((slot) => [slot, []]));
    return { type, props: { ...(edit && startingProps(edit)), ...slots, id: newId(type) } };
  }

  /** "3 of 9". */
  #where(id: string): string {
    const found = findItem(this.page, id);
    if (!found) return "";
    const owner = found.owners.at(-1);
    const inside = owner ? ` in ${labelOf(owner.type)}` : "";
    return `${found.place.index + 1} of ${found.count}${inside}`;
  }

  #tell(): void {
    for (const tell of this.#listeners) tell();
  }
}

export function newId(type: string): string {
  return `${type}-${randomKey()}`;
}

function zoneOf(area: Area): string {
  return area === null ? ROOT_ZONE : `${area.ownerId}:${area.slot}`;
}

function areaOf(zone: string | undefined): Area {
  if (zone === undefined || zone === ROOT_ZONE) return null;
  const at = zone.lastIndexOf(":");
  return { ownerId: zone.slice(0, at), slot: zone.slice(at + 1) };
}

function pageOf({ content, root }: Data): PuckState {
  return { content, root } as PuckState;
}
