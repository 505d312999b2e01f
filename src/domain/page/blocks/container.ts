import type { BlockEdit } from "../block-edit.ts";
import { choice, colour, image, length, number, pixels, slot } from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

export const block = declareBlock({
  type: "Container",
  noun: "Layout",
  fields: {
    columns: number(1, 6, 1, true),
    gap: pixels(16),
    padding: pixels(16),
    backgroundImage: image,
    /** The blur of the background image, in pixels. */
    blur: number(0, 100, 0),
    /** The scale of the background image; 1 fills the container. */
    scale: number(0.1, 5, 1),
    justifyContent: choice(
      ["start", "center", "end", "space-between", "space-around", "space-evenly"],
      "start",
    ),
    maxWidth: length,
    backgroundColor: colour,
    backgroundOpacity: number(0, 1, 0),
    content: slot(),
  },
});
export type ContainerProps = PropsOf<typeof block>;

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Container",
  group: "layout",
  fields: {
    columns: { label: "Columns" },
    gap: { label: "Gap (px)" },
    padding: { label: "Padding (px)" },
    backgroundImage: { label: "Background image" },
    blur: { label: "Blur of the background image (px)" },
    scale: { label: "Scale of the background image" },
    justifyContent: {
      label: "Alignment of the content",
      options: {
        start: "Start",
        center: "Centre",
        end: "End",
        "space-between": "Space between",
        "space-around": "Space around",
        "space-evenly": "Space evenly",
      },
    },
    maxWidth: { label: "Maximum width" },
    backgroundColor: { label: "Background colour" },
    backgroundOpacity: { label: "Opacity of the background colour" },
    content: { label: "Content" },
  },
};
