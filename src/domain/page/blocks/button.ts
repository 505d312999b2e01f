import { ALIGNMENT_LABELS, type BlockEdit, LINK_TARGET_LABELS } from "../block-edit.ts";
import { alignment, choice, colour, group, link, linkTarget, pixels, text } from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

export const block = declareBlock({
  type: "Button",
  hasControls: true,
  fields: {
    text,
    link,
    target: linkTarget,
    padding: group({ top: pixels(8), bottom: pixels(8), left: pixels(16), right: pixels(16) }),
    width: choice(["auto", "full"], "auto"),
    align: alignment,
    backgroundColor: colour,
    borderColor: colour,
    textColor: colour,
    hoverBackgroundColor: colour,
    hoverBorderColor: colour,
    hoverTextColor: colour,
  },
});
export type ButtonProps = PropsOf<typeof block>;

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Button",
  group: "layout",
  fields: {
    text: { label: "Text", placeholder: "Button" },
    link: { label: "Address" },
    target: { label: "Opens", options: LINK_TARGET_LABELS },
    padding: {
      label: "Padding (px)",
      fields: {
        top: { label: "Above" },
        bottom: { label: "Below" },
        left: { label: "Left" },
        right: { label: "Right" },
      },
    },
    width: { label: "Width", options: { auto: "Fit to text", full: "Full width" } },
    align: { label: "Alignment", options: ALIGNMENT_LABELS },
    backgroundColor: { label: "Background colour" },
    borderColor: { label: "Border colour" },
    textColor: { label: "Text colour" },
    hoverBackgroundColor: { label: "Background colour on hover" },
    hoverBorderColor: { label: "Border colour on hover" },
    hoverTextColor: { label: "Text colour on hover" },
  },
};
