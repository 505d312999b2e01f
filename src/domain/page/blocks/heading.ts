import { ALIGNMENT_LABELS, type BlockEdit } from "../block-edit.ts";
import { alignment, anchor, choice, colour, text } from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

export const block = declareBlock({
  type: "Heading",
  fields: {
    text,
    size: choice(["title", "h1", "h2", "h3", "h4", "h5", "h6"], "h2"),
    anchor,
    textColor: colour,
    alignment,
  },
});
export type HeadingProps = PropsOf<typeof block>;

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Heading",
  group: "text",
  fields: {
    text: { label: "Text", placeholder: "Heading" },
    size: {
      label: "Size",
      options: { title: "Title", h1: "1", h2: "2", h3: "3", h4: "4", h5: "5", h6: "6" },
    },
    anchor: { label: "Anchor" },
    textColor: { label: "Text colour" },
    alignment: { label: "Alignment", options: ALIGNMENT_LABELS },
  },
};
