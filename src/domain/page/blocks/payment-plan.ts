import type { BlockEdit } from "../block-edit.ts";
import { choice, day, group, list, percent, text } from "../block-field.ts";
import { declareBlock, type PropsOf } from "../declare-block.ts";

/** What the due date of a part follows from. */
export const PART_DUES = ["accepted", "date", "done"] as const;

export const block = declareBlock({
  type: "PaymentPlan",
  noun: "A payment plan",
  fields: {
    /** The parts in which the total of the document is invoiced. Only a part of a date uses its day. */
    parts: list(group({ name: text, percent, due: choice(PART_DUES, "accepted"), day })),
  },
});
export type PaymentPart = PropsOf<typeof block>["parts"][number];

export const edit: BlockEdit<typeof block> = {
  block,
  label: "Payment Plan",
  group: "prices",
  fields: {
    parts: {
      label: "Payments",
      fields: {
        name: { label: "Name", placeholder: ["Deposit", "Next payment"] },
        percent: { label: "Part of the total in per cent" },
        due: {
          label: "Invoiced",
          options: { accepted: "On acceptance", date: "On a date", done: "On completion" },
        },
        day: { label: "Date", shownIf: ["due", "date"] },
      },
      starts: [
        { name: "", percent: 50, due: "accepted" },
        { name: "", percent: 50, due: "done" },
      ],
    },
  },
};
