import { type Area, findItems } from "#domain/page/edit-page.ts";
import type { PageItem } from "#domain/page/page.ts";
import { goToNewBlock } from "../area-keys.ts";
import { labelOf } from "../block-labels.ts";
import type { PageEditing } from "../page-editing.ts";
import { blocks } from "../spoken-words.ts";
import { blockIn } from "../text-places.ts";
import { type DropTarget, dropTarget, isInside, type Point, type Rect } from "./drop-target.ts";
import { scrollStep } from "./edge-scroll.ts";
import { canvasFrame, indexPage, readCanvas, readTree, rectOf, toFrame, toWindow } from "./read-canvas.ts";
import { treeTarget } from "./tree-target.ts";

/** What is dragged: blocks of the page, or new ones. */
export type Load = { ids: readonly string[] } | { items: readonly PageItem[] };

/** What the card beside the pointer shows. */
export type Card = { type: string; label: string; words: string };

/** One drag at a time: where it would drop, the line there, and scrolling at the edges. */
export class DragController {
  readonly #editing: PageEditing;
  readonly #listeners = new Set<() => void>();
  #card: Card | null = null;
  #load: Load | null = null;
  #point: Point = { x: 0, y: 0 };
  #target: DropTarget | undefined;
  #waiting = 0;
  #ghost: HTMLElement | null = null;
  #line: HTMLElement | null = null;

  constructor(editing: PageEditing) {
    this.#editing = editing;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is dragged at this moment. */
  card = (): Card | null => this.#card;

  showGhost = (element: HTMLElement | null): void => {
    this.#ghost = element;
    this.#draw();
  };

  showLine = (element: HTMLElement | null): void => {
    this.#line = element;
    this.#draw();
  };

  /** Begins a drag, unless a lock keeps the blocks where they are, which is said. */
  begin(load: Load, at: Point): boolean {
    if ("ids" in load && this.#editing.refusesFor(load.ids)) return false;
    this.#load = load;
    const items = this.#items();
    const [first] = items;
    if (!first) return false;
    const frame = canvasFrame()?.contentDocument;
    const words = "ids" in load && frame ? blockIn(frame, first.props.id)?.textContent : "";
    const label = items.length === 1 ? labelOf(first.type) : blocks(items);
    this.#card = { type: first.type, label, words: (items.length === 1 && words?.trim().slice(0, 60)) || "" };
    this.#mark(true);
    document.documentElement.dataset.dragging = "ids" in load ? "blocks" : "new";
    this.#publish();
    this.moveTo(at);
    this.#waiting = requestAnimationFrame(this.#tick);
    return true;
  }

  /** The pointer, in the window's coordinates. */
  moveTo(point: Point): void {
    this.#point = point;
    this.#target = this.#find();
    this.#draw();
  }

  /** Drops what is dragged where the line is, selected and with the focus. */
  drop(): void {
    const load = this.#load;
    const to = this.#target?.place;
    this.end();
    if (!load || !to) return;
    if ("ids" in load) {
      if (this.#editing.place(load.ids, to)) this.#focus(load.ids.at(-1));
      return;
    }
    const id = load.items.at(-1)?.props.id;
    if (id === undefined) return;
    this.#editing.wantCaret({ blockId: id, side: "all" });
    if (this.#editing.insertAt(load.items, to)) goToNewBlock(this.#editing);
    else this.#editing.takeCaret();
  }

  /** Ends the drag; what was dragged stays where it was. */
  end(): void {
    cancelAnimationFrame(this.#waiting);
    this.#mark(false);
    delete document.documentElement.dataset.dragging;
    this.#load = null;
    this.#card = null;
    this.#target = undefined;
    this.#publish();
  }

  #items(): readonly PageItem[] {
    if (!this.#load) return [];
    if ("items" in this.#load) return this.#load.items;
    return findItems(this.#editing.page, this.#load.ids).map(({ item }) => item);
  }

  /** Blocks that are dragged are pale. */
  #mark(isDragged: boolean): void {
    const frame = canvasFrame()?.contentDocument;
    if (!frame || !this.#load || !("ids" in this.#load)) return;
    for (const id of this.#load.ids) blockIn(frame, id)?.toggleAttribute("data-dragged", isDragged);
  }

  #focus(id: string | undefined): void {
    const frame = canvasFrame()?.contentDocument;
    requestAnimationFrame(() => {
      if (frame && id !== undefined) blockIn(frame, id)?.focus({ preventScroll: true });
    });
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
    return [
      ...(panel && isTree ? [{ scroller: panel, rect: rectOf(panel), frame: null }] : []),
      ...(frame && scroller ? [{ scroller, rect: rectOf(frame), frame }] : []),
    ];
  }

  #find(): DropTarget | undefined {
    const surface = this.#surfaces().find(({ rect }) => isInside(rect, this.#point));
    if (!surface) return undefined;
    const items = this.#items();
    const index = indexPage(this.#editing.page);
    const mayTake = (area: Area) => this.#editing.mayTake(area, items);
    const { frame } = surface;
    if (frame === null) {
      const tree = surface.scroller.querySelector("[role=tree]");
      return tree ? treeTarget(readTree(tree, index), this.#point, mayTake) : undefined;
    }
    const canvas = frame.contentDocument;
    if (!canvas) return undefined;
    const found = dropTarget(readCanvas(canvas, index), toFrame(frame, this.#point), mayTake);
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

  #publish(): void {
    for (const listener of this.#listeners) listener();
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
