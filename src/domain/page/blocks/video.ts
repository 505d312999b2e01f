import type { BlockEdit } from "../block-edit.ts";
import { video } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "Video",
  noun: "A video",
  hasControls: true,
  fields: { source: video },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Video",
  group: "media",
  fields: { source: { label: "Address of the video" } },
};
