import type { BlockEdit } from "../block-edit.ts";
import { choice, html } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "Paragraph",
  fields: { text: html, style: choice(["xs", "sm", "md", "lg", "xl"], "md") },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Paragraph",
  group: "text",
  fields: {
    text: { label: "Text", placeholder: "Write, or press / for blocks" },
    style: {
      label: "Size",
      options: { xs: "Very small", sm: "Small", md: "Medium", lg: "Large", xl: "Very large" },
    },
  },
};
