import type { AnyBlockEdit } from "./block-edit.ts";

const EDIT_BY_FILE = import.meta.glob<AnyBlockEdit>("./blocks/*.ts", {
  eager: true,
  import: "edit",
});

/** The edit data of every block, sorted by group and label. */
export const BLOCK_EDITS: readonly AnyBlockEdit[] = Object.values(EDIT_BY_FILE).toSorted((a, b) =>
  `${a.group} ${a.label}`.localeCompare(`${b.group} ${b.label}`, "en-AU"),
);

const BY_TYPE = new Map(BLOCK_EDITS.map((edit) => [edit.block.type, edit]));

export function findEdit(type: string): AnyBlockEdit | undefined {
  return BY_TYPE.get(type);
}

/** What authors call a type of block. */
export function labelOfBlock(type: string): string {
  return findEdit(type)?.label ?? type;
}
