import { labelOfBlock } from "#domain/page/block-edits.ts";
import { type Area, findItems } from "#domain/page/edit-page.ts";
import type { PageItem } from "#domain/page/page.ts";
import { Observable } from "../../ui/listeners.ts";
import { blocks, DELETED, LOCKED, NOT_ALLOWED, NOT_DROPPED } from "../announcements.ts";
import { goToNewBlock } from "../area-keys.ts";
import { canvas, focusBlock } from "../canvas-focus.ts";
import type { PageEditing } from "../page-editing.ts";
import { blockIn } from "../text-places.ts";
import { type DropTarget, dropTarget, isInside, type Point, type Rect } from "./drop-target.ts";
import { canvasFrame, indexPage, readCanvas, readTree, rectOf, toFrame, toWindow } from "./read-canvas.ts";
import { treeTarget } from "./tree-target.ts";

/** The dragged blocks: those of the page, or new ones. */
export type Load = { ids: readonly string[] } | { items: readonly PageItem[] };

/** The content of the card next to the pointer, with the reason why a drop is refused. */
export type Card = { type: string; label: string; words: string; refusal: string | null };

/** One drag at a time: where it would drop, the line there, and scrolling at the edges. */
export class DragController extends Observable {
  readonly #editing: PageEditing;
  readonly #announce: (text: string) => void;
  #card: Card | null = null;
  #load: Load | null = null;
  #point: Point = { x: 0, y: 0 };
  #target: DropTarget | undefined;
  #isLocked = false;
  #waiting = 0;
  #ghost: HTMLElement | null = null;
  #line: HTMLElement | null = null;

  constructor(editing: PageEditing, announce: (text: string) => void) {
    super();
    this.#editing = editing;
    this.#announce = announce;
    // Another author's changes may arrive while something is dragged.
    editing.subscribe(() => this.#load && requestAnimationFrame(() => this.#follow()));
  }

  /** The current drag. */
  card = (): Card | null => this.#card;

  showGhost = (element: HTMLElement | null): void => {
    this.#ghost = element;
    this.#draw();
  };

  showLine = (element: HTMLElement | null): void => {
    this.#line = element;
    this.#draw();
  };

  begin(load: Load, at: Point): boolean {
    const items = this.#itemsOf(load);
    const [first] = items;
    if (!first) return false;
    this.#load = load;
    // The card shows why locked blocks cannot be dropped.
    this.#isLocked = "ids" in load && this.#editing.refusesFor(load.ids);
    const frame = canvas();
    const isOne = items.length === 1;
    const block = isOne && "ids" in load && frame ? blockIn(frame, first.props.id) : null;
    this.#card = {
      type: first.type,
      label: isOne ? labelOfBlock(first.type) : blocks(items),
      words: block?.textContent.trim().slice(0, 60) ?? "",
      refusal: null,
    };
    this.#mark(true);
    this.publish();
    this.moveTo(at);
    this.#waiting = requestAnimationFrame(this.#tick);
    return true;
  }

  /** The pointer, in the window's coordinates. */
  moveTo(point: Point): void {
    if (!this.#card) return;
    this.#point = point;
    this.#target = this.#isLocked ? undefined : this.#find();
    const isOverPage = this.#surfaces().some(({ rect }) => isInside(rect, point));
    const refusal = this.#isLocked ? LOCKED : isOverPage && !this.#target ? NOT_ALLOWED : null;
    if (refusal !== this.#card.refusal) {
      this.#card = { ...this.#card, refusal };
      this.publish();
    }
    this.#draw();
  }

  /** Drops the dragged blocks at the line, and selects and focuses them. */
  drop(): void {
    const load = this.#load;
    const to = this.#target?.place;
    const reason = this.#card?.refusal ?? NOT_DROPPED;
    this.end();
    if (!load) return;
    if (!to) {
      this.#announce(reason);
      return;
    }
    const ids = "ids" in load ? load.ids : load.items.map(({ props }) => props.id);
    const last = ids.at(-1);
    if (last === undefined) return;
    const isOneNew = "items" in load && ids.length === 1;
    if (isOneNew) this.#editing.requestCaret({ blockId: last, side: "all" });
    const isDone = "ids" in load ? this.#editing.place(ids, to) : this.#editing.insertAt(load.items, to);
    if (!isDone) this.#editing.consumeCaret();
    else if (isOneNew) goToNewBlock(this.#editing);
    else focusBlock(this.#editing, last);
  }

  /** Ends the drag, also before its time; what was dragged stays where it was. */
  cancel(): void {
    if (this.#load) this.#announce(NOT_DROPPED);
    this.end();
  }

  end(): void {
    cancelAnimationFrame(this.#waiting);
    this.#mark(false);
    this.#load = null;
    this.#card = null;
    this.#target = undefined;
    this.publish();
  }

  /** The dragged block may have been removed, and drop positions may have changed. */
  #follow(): void {
    if (!this.#load) return;
    if (this.#itemsOf(this.#load).length > 0) this.moveTo(this.#point);
    else {
      this.end();
      this.#announce(DELETED);
    }
  }

  #itemsOf(load: Load): readonly PageItem[] {
    if ("items" in load) return load.items;
    return findItems(this.#editing.page, load.ids).map(({ item }) => item);
  }

  /** Blocks that are dragged are pale, and the pointer is a closed hand. */
  #mark(isDragged: boolean): void {
    const load = this.#load;
    const frame = canvas();
    for (const root of [document.documentElement, frame?.documentElement]) {
      if (root && isDragged && load) root.dataset.dragging = "ids" in load ? "blocks" : "new";
      else delete root?.dataset.dragging;
    }
    if (!frame || !load || !("ids" in load)) return;
    for (const id of load.ids) blockIn(frame, id)?.toggleAttribute("data-dragged", isDragged);
  }

  /** The page moves on below a pointer that rests. */
  #tick = (): void => {
    for (const { scroller, rect } of this.#surfaces()) {
      if (!isInside(rect, this.#point)) continue;
      const before = scroller.scrollTop;
      scroller.scrollTop += scrollStep(rect, this.#point);
      if (scroller.scrollTop !== before) this.moveTo(this.#point);
      break;
    }
    this.#waiting = requestAnimationFrame(this.#tick);
  };

  /** What blocks are dropped on, the foremost first: the tree, then the canvas. */
  #surfaces(): { scroller: Element; rect: Rect; frame: HTMLIFrameElement | null }[] {
    const frame = canvasFrame();
    const scroller = frame?.contentDocument?.scrollingElement;
    const panel = document.querySelector("[role=tree]")?.closest("section");
    const isTree = panel?.checkVisibility() === true;
    // A zoomed page extends behind the panels.
    const room = frame?.closest("section");
    return [
      ...(panel && isTree ? [{ scroller: panel, rect: rectOf(panel), frame: null }] : []),
      ...(frame && scroller && room ? [{ scroller, rect: clipped(rectOf(frame), rectOf(room)), frame }] : []),
    ];
  }

  #find(): DropTarget | undefined {
    const surface = this.#surfaces().find(({ rect }) => isInside(rect, this.#point));
    if (!surface) return undefined;
    const items = this.#load ? this.#itemsOf(this.#load) : [];
    const index = indexPage(this.#editing.page);
    const acceptsItems = (area: Area) => this.#editing.acceptsItems(area, items);
    const { frame } = surface;
    if (frame === null) {
      const tree = surface.scroller.querySelector("[role=tree]");
      return tree ? treeTarget(readTree(tree, index), this.#point, acceptsItems) : undefined;
    }
    const canvas = frame.contentDocument;
    if (!canvas) return undefined;
    const found = dropTarget(readCanvas(canvas, index), toFrame(frame, this.#point), acceptsItems);
    if (!found) return undefined;
    const start = toWindow(canvas.defaultView, { x: found.line.left, y: found.line.top });
    const end = toWindow(canvas.defaultView, { x: found.line.right, y: found.line.bottom });
    return {
      ...found,
      line: clipped({ left: start.x, top: start.y, right: end.x, bottom: end.y }, surface.rect),
    };
  }

  #draw(): void {
    const { x, y } = this.#point;
    if (this.#ghost) this.#ghost.style.translate = `${x + 12}px ${y + 8}px`;
    if (!this.#line) return;
    const line = this.#target?.line;
    this.#line.hidden = line === undefined;
    if (!line) return;
    this.#line.style.translate = `${line.left}px ${line.top}px`;
    this.#line.style.width = `${line.right - line.left}px`;
    this.#line.style.height = `${line.bottom - line.top}px`;
    this.#line.dataset.whole = String(line.right > line.left && line.bottom > line.top);
  }
}

function clipped(line: Rect, around: Rect): Rect {
  const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
  return {
    left: between(line.left, around.left, around.right),
    right: between(line.right, around.left, around.right),
    top: between(line.top, around.top, around.bottom),
    bottom: between(line.bottom, around.top, around.bottom),
  };
}

const EDGE_PX = 72;
const MAX_STEP_PX = 20;

/** The scroll distance per frame, which grows as the pointer nears an edge. */
export function scrollStep({ top, bottom }: Rect, { y }: Point): number {
  const edge = Math.min(EDGE_PX, (bottom - top) / 4);
  const nearness = (distance: number) => Math.max(0, Math.min(1, 1 - distance / edge));
  return Math.round(MAX_STEP_PX * (nearness(bottom - y) - nearness(y - top)));
}
