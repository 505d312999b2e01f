import type { BlockEdit } from "../block-edit.ts";
import { group, html, list, text } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "Deliverables",
  hasHeadings: true,
  fields: { title: text, items: list(group({ content: html })) },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Deliverables",
  group: "proposal",
  fields: {
    title: { label: "Title", placeholder: "What you get" },
    items: { label: "Deliverables", fields: { content: { label: "Content" } } },
  },
};
