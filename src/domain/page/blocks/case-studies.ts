import type { BlockEdit } from "../block-edit.ts";
import { choice, colour, group, html, imageOrPending, link, list, text } from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

export const block = declareBlock({
  type: "CaseStudies",
  hasControls: true,
  hasHeadings: true,
  fields: {
    header: text,
    cards: list(
      group({
        title: text,
        summary: html,
        link,
        image: imageOrPending,
        colour,
        /** Whether the image fills its frame or fits into it. */
        imageSize: choice(["cover", "contain"], "cover"),
        /** The visible part of a cropped image, and the position of an uncropped one. */
        imagePosition: choice(["center", "top", "bottom", "left", "right"], "center"),
      }),
    ),
  },
});
type CaseStudiesProps = PropsOf<typeof block>;
export type CaseStudy = CaseStudiesProps["cards"][number];

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Case Studies",
  group: "proposal",
  fields: {
    header: { label: "Header", placeholder: "Work like yours" },
    cards: {
      label: "Cards",
      fields: {
        title: { label: "Title" },
        summary: { label: "Summary" },
        link: { label: "Address" },
        image: { label: "Image" },
        colour: { label: "Card colour" },
        imageSize: { label: "Image fit", options: { cover: "Cover", contain: "Contain" } },
        imagePosition: {
          label: "Image position",
          options: { center: "Centre", top: "Top", bottom: "Bottom", left: "Left", right: "Right" },
        },
      },
    },
  },
};
