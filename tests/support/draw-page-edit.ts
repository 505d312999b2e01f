import { groupItems, ungroupItem } from "#domain/page/edit-many.ts";
import {
  allows,
  findItem,
  findItems,
  insertItems,
  itemsIn,
  moveItems,
  removeItems,
  withTitle,
} from "#domain/page/edit-page.ts";
import { blockShape } from "#domain/page/find-block.ts";
import { lockIssues } from "#domain/page/locks.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { allItems, mapItems } from "#domain/page/walk-page.ts";
import type { Draw } from "./draw-request.ts";

/** Draws what an author does next to a page. Every written word is new, so that it is found again wherever it goes. */
export class DrawnAuthor {
  readonly #name: string;
  readonly #draw: Draw;
  #count = 0;

  constructor(name: string, draw: Draw) {
    this.#name = name;
    this.#draw = draw;
  }

  /** The page after the next step. One that breaks a lock is not made. */
  next(page: PuckState): PuckState {
    const after = this.#step(page);
    return lockIssues(after, page).length === 0 ? after : page;
  }

  #word(): string {
    this.#count += 1;
    return `${this.#name}${this.#count}`;
  }

  #pick<One>(from: readonly One[]): One | undefined {
    return from[this.#draw(from.length)];
  }

  #step(page: PuckState): PuckState {
    const kind = this.#draw(10);
    if (kind === 0) return withTitle(page, this.#word());
    if (kind <= 2) return this.#insert(page);
    const chosen = this.#pick(allItems(page));
    if (!chosen) return this.#insert(page);
    const { id } = chosen.props;
    if (kind === 3) return removeItems(page, [id]);
    if (kind <= 5) return this.#move(page, id);
    if (kind === 6) return this.#regroup(page, id);
    return mapItems(page, (item) => (item.props.id === id ? this.#written(item) : item));
  }

  #written(item: PageItem): PageItem {
    const { props } = item;
    if (item.type !== "List") {
      const field = item.type === "Container" ? "backgroundColor" : this.#draw(4) === 0 ? "align" : "text";
      return { ...item, props: { ...props, [field]: this.#word() } };
    }
    const items = props.items as unknown[];
    const at = this.#draw(items.length + 1);
    return {
      ...item,
      props: { ...props, items: items.toSpliced(at, this.#draw(2), { title: this.#word() }) },
    };
  }

  #insert(page: PuckState): PuckState {
    const id = `${this.#word()}-id`;
    const made: PageItem[] = [
      { type: "Heading", props: { id, text: this.#word() } },
      { type: "List", props: { id, items: [{ title: this.#word() }, { title: this.#word() }] } },
      { type: "Container", props: { id, content: [] } },
    ];
    const item = this.#pick(made) as PageItem;
    return insertItems(page, this.#place(page, item), [item]);
  }

  #move(page: PuckState, id: string): PuckState {
    const item = findItem(page, id)?.item as PageItem;
    const without = removeItems(page, [id]);
    return moveItems(page, [id], this.#place(without, item));
  }

  #place(page: PuckState, item: PageItem) {
    const areas = [
      null,
      ...allItems(page).flatMap(({ type, props }) =>
        blockShape(type).slots.map((slot) => ({ ownerId: props.id, slot })),
      ),
    ].filter((area) => allows(page, area, item));
    const area = this.#pick(areas) ?? null;
    return { area, index: this.#draw(itemsIn(page, area).length + 1) };
  }

  #regroup(page: PuckState, id: string): PuckState {
    const found = findItems(page, [id])[0];
    const regrouped =
      found?.item.type === "Container"
        ? ungroupItem(page, id)
        : groupItems(page, [id], { type: "Container", props: { id: `${this.#word()}-id`, content: [] } });
    return "refused" in regrouped ? page : regrouped.page;
  }
}

/** The words that a drawn author has written onto a page. */
export function wordsOn(page: PuckState): Set<string> {
  return new Set(JSON.stringify([page.content, page.root.props]).match(/\b[a-z]+\d+\b(?!-id)/gu) ?? []);
}
