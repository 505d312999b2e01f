import { exact, sumOf } from "../decimal.ts";
import { formatDate } from "../format.ts";
import { type PaymentPart, block as PaymentPlan } from "../page/blocks/payment-plan.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { quotedWorkOrderIds } from "../page/quoted-work.ts";
import { itemsOf } from "../page/walk-page.ts";
import { documentTotal } from "../pricing/document-total.ts";
import { refuseAmount } from "../pricing/ranges.ts";
import { nameOfPart } from "./plan-amounts.ts";

const MAX_PARTS = 36;

/** The parts of a page's payment plan; none if it has no plan. */
export function planOf(page: PuckState): PaymentPart[] {
  const [plan] = itemsOf(page, PaymentPlan);
  return plan?.props.parts ?? [];
}

/** What is wrong with a payment plan, as a sentence for its author. */
export type PlanFault = { item: PageItem; message: string };

/** Why a page cannot be sent with its payment plan. `workIds`: the document's work. */
export function planFaults(page: PuckState, today: string, workIds: ReadonlySet<string>): PlanFault[] {
  const plans = itemsOf(page, PaymentPlan);
  return plans.flatMap(({ item, props: { parts } }, index) => {
    if (index > 0) return [{ item, message: "A document has one payment plan. Delete the others." }];
    if (parts.length === 0) return [];
    const message = refuseParts(parts, today) ?? refuseRemovedWork(parts, page, workIds);
    return message === null ? [] : [{ item, message }];
  });
}

function refuseRemovedWork(
  parts: readonly PaymentPart[],
  page: PuckState,
  workIds: ReadonlySet<string>,
): string | null {
  const waiting = parts.findIndex(({ due }) => due === "done");
  const part = parts[waiting];
  const quoted = quotedWorkOrderIds(page);
  if (!part || quoted.length === 0 || quoted.some((id) => workIds.has(id))) return null;
  return `“${nameOfPart(part, waiting)}” in the payment plan waits for work that was removed. Add work, or choose when it is invoiced.`;
}

function refuseParts(parts: readonly PaymentPart[], today: string): string | null {
  if (parts.length > MAX_PARTS) return `A payment plan has at most ${MAX_PARTS} payments.`;
  for (const [index, part] of parts.entries()) {
    const message = refusePart(part, today);
    if (message !== null) return `“${nameOfPart(part, index)}” in the payment plan ${message}`;
  }
  const sum = sumOf(parts.map(({ percent }) => percent));
  if (sum.eq(100)) return null;
  return `The payments of the payment plan add up to ${sum.toFixed()}%. They must add up to 100%.`;
}

function refusePart({ percent, due, day }: PaymentPart, today: string): string | null {
  if (exact(percent).lte(0)) return "has no percentage. Enter its part of the total.";
  const problem = refuseAmount("percent", Number(percent));
  if (problem !== null) return `has a percentage that can't be invoiced. ${problem}.`;
  if (due !== "date") return null;
  if (day === undefined) return "has no date. Choose one.";
  return day < today
    ? `is invoiced on ${formatDate(day, "UTC")}, which has passed. Choose a later date.`
    : null;
}

/** What the author of a plan should know, although the page can be sent. `workIds`: the document's work. */
export function planWarnings(resolved: PuckState, workIds: ReadonlySet<string>): PlanFault[] {
  const [plan] = itemsOf(resolved, PaymentPlan);
  if (!plan || plan.props.parts.length === 0) return [];
  const { item, props } = plan;
  if (exact(documentTotal(resolved)).lte(0))
    return [{ item, message: "The page comes to nothing, so its payment plan has nothing to invoice." }];
  const hasWork = workIds.size > 0 || quotedWorkOrderIds(resolved).length > 0;
  const waiting = props.parts.findIndex(({ due }) => due === "done");
  const part = props.parts[waiting];
  if (hasWork || !part) return [];
  const name = nameOfPart(part, waiting);
  return [
    {
      item,
      message: `“${name}” in the payment plan waits for work to be done, and the document has none. You will prepare this invoice yourself.`,
    },
  ];
}
