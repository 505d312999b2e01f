import type { BlockEdit } from "../block-edit.ts";
import { list, text, youTubeVideo } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "VideoGrid",
  noun: "A group of videos",
  hasControls: true,
  hasHeadings: true,
  fields: { title: text, urls: list(youTubeVideo) },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Video Grid",
  group: "media",
  fields: { title: { label: "Title" }, urls: { label: "YouTube addresses" } },
};
