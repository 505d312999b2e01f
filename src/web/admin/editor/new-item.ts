import { startingProps } from "#domain/page/block-edit.ts";
import { findEdit } from "#domain/page/block-edits.ts";
import { blockShape } from "#domain/page/find-block.ts";
import type { PageItem } from "#domain/page/page.ts";
import { randomKey } from "#web/lib/idempotency-keys.ts";

export function newId(type: string): string {
  return `${type}-${randomKey()}`;
}

/** Blocks as they begin on a page. */
export class NewItems {
  readonly #starts = new Map<string, Readonly<Record<string, unknown>>>();

  /** What new blocks of a type begin with besides, such as a footer with the company's details. */
  startWith(type: string, props: Readonly<Record<string, unknown>>): void {
    this.#starts.set(type, props);
  }

  readonly make = (type: string): PageItem => {
    const edit = findEdit(type);
    const slots = Object.fromEntries(blockShape(type).slots.map((slot) => [slot, []]));
    const starts = { ...(edit && startingProps(edit)), ...this.#starts.get(type) };
    return { type, props: { ...starts, ...slots, id: newId(type) } };
  };
}
