import type { AnyBlockEdit } from "#domain/page/block-edit.ts";
import { BLOCK_EDITS } from "#domain/page/block-edits.ts";

const BY_TYPE: ReadonlyMap<string, AnyBlockEdit> = new Map(
  BLOCK_EDITS.map((edit) => [edit.block.type, edit]),
);

export function findEdit(type: string): AnyBlockEdit | undefined {
  return BY_TYPE.get(type);
}

/** What authors call a type of block. */
export function labelOf(type: string): string {
  return BY_TYPE.get(type)?.label ?? type;
}
