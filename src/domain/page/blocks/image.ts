import { ALIGNMENT_LABELS, type BlockEdit } from "../block-edit.ts";
import { alignment, choice, imageOrPending, length, pixels, text } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "Image",
  noun: "An image",
  fields: {
    src: imageOrPending,
    alt: text,
    sizeMode: choice(["contain", "custom"], "contain"),
    width: length,
    height: length,
    alignment,
    padding: pixels(0),
  },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Image",
  group: "media",
  fields: {
    src: { label: "Image" },
    alt: { label: "Alternative text" },
    sizeMode: { label: "Size", options: { contain: "Original", custom: "Custom" } },
    width: { label: "Width" },
    height: { label: "Height" },
    alignment: { label: "Alignment", options: ALIGNMENT_LABELS },
    padding: { label: "Padding (px)" },
  },
};
