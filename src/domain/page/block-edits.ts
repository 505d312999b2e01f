import type { AnyBlockEdit } from "./block-edit.ts";

const EDIT_BY_FILE = import.meta.glob<AnyBlockEdit>("./blocks/*.ts", {
  eager: true,
  import: "edit",
});

/** The edit data of every block, sorted by group and label. */
export const BLOCK_EDITS: readonly AnyBlockEdit[] = Object.values(EDIT_BY_FILE).toSorted((a, b) =>
  `${a.group} ${a.label}`.localeCompare(`${b.group} ${b.label}`, "en-AU"),
);
