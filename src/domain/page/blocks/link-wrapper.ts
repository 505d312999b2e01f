import { type BlockEdit, LINK_TARGET_LABELS } from "../block-edit.ts";
import { link, linkTarget, slot } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "LinkWrapper",
  noun: "A link",
  hasControls: true,
  fields: { link, target: linkTarget, content: slot(["LinkWrapper"]) },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Link Wrapper",
  group: "layout",
  fields: {
    link: { label: "Address" },
    target: { label: "Opens", options: LINK_TARGET_LABELS },
    content: { label: "Content" },
  },
};
