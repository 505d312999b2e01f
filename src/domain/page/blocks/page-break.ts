import type { BlockEdit } from "../block-edit.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({ type: "PageBreak", noun: "A page break", fields: {} });

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Page Break",
  group: "layout",
  fields: {},
};
