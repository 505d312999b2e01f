import type { BlockEdit } from "../block-edit.ts";
import { group, html, list, text } from "../block-field.ts";
import { declareBlock } from "../declare-block.ts";

export const block = declareBlock({
  type: "ProvenWayOfWorking",
  hasHeadings: true,
  /** The time is the duration of a phase in the author's words: "2 weeks". */
  fields: { phases: list(group({ name: text, description: html, time: text })) },
});
export const edit: BlockEdit<typeof block> = {
  block,
  label: "Proven Way of Working",
  group: "proposal",
  fields: {
    phases: {
      label: "Phases",
      fields: {
        name: { label: "Name", placeholder: ["First phase", "Next phase"] },
        description: { label: "Description" },
        time: { label: "How long it takes" },
      },
      starts: [{ name: "", description: "", time: "" }],
    },
  },
};
