import type { BlockEdit } from "../block-edit.ts";
import { group, list, text } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "List",
  fields: { items: list(group({ title: text })) },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "List",
  group: "text",
  fields: {
    items: {
      label: "Items",
      fields: { title: { label: "Text", placeholder: ["First item", "Next item"] } },
      starts: [{ title: "" }],
    },
  },
};
