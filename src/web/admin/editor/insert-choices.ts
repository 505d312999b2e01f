import { comparableText } from "#domain/lists/comparable-text.ts";
import { BLOCK_EDITS, labelOfBlock } from "#domain/page/block-edits.ts";
import { block as Container } from "#domain/page/blocks/container.ts";
import { block as Image } from "#domain/page/blocks/image.ts";
import { block as Paragraph } from "#domain/page/blocks/paragraph.ts";
import { block as PaymentPlan } from "#domain/page/blocks/payment-plan.ts";
import { block as PricingTable } from "#domain/page/blocks/pricing-table.ts";
import { block as WorkOrders } from "#domain/page/blocks/work-orders.ts";
import { TURN_TARGETS } from "#domain/page/turn-into.ts";
import { NewItems } from "./new-item.ts";

/** An entry of the "/" menu: a type of block with its initial props. */
export type InsertChoice = {
  id: string;
  label: string;
  type: string;
  props?: Readonly<Record<string, unknown>>;
};

const NEW = new NewItems();

const CELL = { head: "<th></th>".repeat(3), body: "<td></td>".repeat(3) };
const TABLE = `<table><tbody><tr>${CELL.head}</tr>${`<tr>${CELL.body}</tr>`.repeat(2)}</tbody></table>`;

const FIRST: readonly InsertChoice[] = [
  ...TURN_TARGETS,
  { id: "table", label: "Table", type: Paragraph.type, props: { text: TABLE } },
  {
    id: "columns",
    label: "Columns",
    type: Container.type,
    /** Two new columns at each reading. */
    get props() {
      return { columns: 2, content: [NEW.make(Paragraph.type), NEW.make(Paragraph.type)] };
    },
  },
  ...[PricingTable, WorkOrders, Image].map(({ type }) => ({ id: type, label: labelOfBlock(type), type })),
];

/** A list and a heading are offered by their kinds. */
const FIRST_TYPES = new Set(FIRST.filter(({ id }) => id !== "columns").map(({ type }) => type));

const CHOICES: readonly InsertChoice[] = [
  ...FIRST,
  ...BLOCK_EDITS.filter(({ block }) => !FIRST_TYPES.has(block.type)).map(({ block: { type }, label }) => ({
    id: type,
    label,
    type,
  })),
];

/** Other words for a choice, by its id. */
const KEYWORDS: Readonly<Record<string, string>> = {
  text: "paragraph",
  bullets: "list",
  numbers: "list ordered",
  [PricingTable.type]: "prices price table",
  [WorkOrders.type]: "prices work",
  [PaymentPlan.type]: "prices payments deposit instalments invoice",
  [Image.type]: "picture photo",
};

/** The choices that a typed word means, those whose label begins with it first. */
export function findChoices(typed: string): readonly InsertChoice[] {
  const query = comparableText(typed.trim());
  const isFirst = ({ label }: InsertChoice) => comparableText(label).startsWith(query);
  const matching = CHOICES.filter(({ id, label }) =>
    comparableText(`${label} ${KEYWORDS[id] ?? ""}`).includes(query),
  );
  return matching.toSorted((one, other) => Number(!isFirst(one)) - Number(!isFirst(other)));
}
