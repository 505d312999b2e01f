import { canonicalJson } from "../canonical-json.ts";
import { exact } from "../decimal.ts";
import { formatDollars } from "../format.ts";
import type { Id } from "../id.ts";
import { quotedWorkOrders, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import {
  hidesPrices,
  priceBlock,
  type ShownPrices,
  shownPrices,
  shownTotal,
} from "../pricing/document-total.ts";
import type { WorkOrderPrice } from "../pricing/price-work-orders.ts";
import type { QuotedWorkOrder } from "../work-orders/document-work.ts";

type Quoted = { workOrder: QuotedWorkOrder; price: WorkOrderPrice; shown: ShownPrices };

/** The changes in the quoted work of a page: work orders, choices, discounts and total. */
export function describeWorkChanges(before: PuckState, after: PuckState): string[] {
  return [
    ...describeWorkOrders(quotedOn(before), quotedOn(after)),
    ...describeTerms(before, after),
    ...describeTotal(before, after),
  ];
}

function quotedOn(page: PuckState): Map<Id, Quoted> {
  const quoted = new Map<Id, Quoted>();
  for (const { props } of workOrdersBlocks(page)) {
    const prices = new Map(priceBlock(props).workOrders.map((price) => [price.workOrderId, price]));
    for (const { workOrderId, workOrder } of quotedWorkOrders(props.workOrderData)) {
      const price = prices.get(workOrderId);
      if (!workOrder || !price || quoted.has(workOrderId)) continue;
      quoted.set(workOrderId, { workOrder, price, shown: shownPrices(props) });
    }
  }
  return quoted;
}

function describeWorkOrders(before: Map<Id, Quoted>, after: Map<Id, Quoted>): string[] {
  const removed = [...before]
    .filter(([id]) => !after.has(id))
    .map(([, { workOrder }]) => `“${workOrder.name}” was taken out of the work.`);
  const others = [...after].flatMap(([id, now]) => {
    const was = before.get(id);
    if (was) return describeWorkOrder(was, now);
    const price = now.shown.areAmountsShown ? ` for ${formatDollars(now.price.net)}` : "";
    return [`“${now.workOrder.name}” was added to the work${price}.`];
  });
  return [...removed, ...others];
}

function describeWorkOrder(was: Quoted, now: Quoted): string[] {
  const old = was.workOrder;
  const { name, description, optional, discountPercent } = now.workOrder;
  const areAmountsShown = was.shown.areAmountsShown && now.shown.areAmountsShown;
  const areLinesShown = was.shown.areLinesShown && now.shown.areLinesShown;
  const isTold = areAmountsShown && was.price.net !== now.price.net;
  const linesOf = ({ price }: Quoted) =>
    canonicalJson(areAmountsShown ? price.products : quantitiesOf(price));
  const isOtherWork = areLinesShown && linesOf(was) !== linesOf(now);
  const isOptionalBothTimes = optional.isOptional && old.optional.isOptional;
  return sentences([
    [old.name !== name, `“${old.name}” is now called “${name}”.`],
    [old.description !== description, `The description of “${name}” changed.`],
    [
      isTold,
      `The price of “${name}” changed from ${formatDollars(was.price.net)} to ${formatDollars(now.price.net)}.`,
    ],
    [isOtherWork && !isTold, `What “${name}” consists of changed.`],
    [
      areAmountsShown && old.discountPercent !== discountPercent,
      `The discount on “${name}” changed from ${percent(old.discountPercent)} to ${percent(discountPercent)}.`,
    ],
    [optional.isOptional && !old.optional.isOptional, `“${name}” is now optional.`],
    [!optional.isOptional && old.optional.isOptional, `“${name}” is no longer optional.`],
    [
      isOptionalBothTimes && optional.doesClientWantWorkDone !== old.optional.doesClientWantWorkDone,
      `“${name}” is now ${optional.doesClientWantWorkDone ? "included" : "left out"}.`,
    ],
  ]);
}

function quantitiesOf({ products }: WorkOrderPrice) {
  return products.map(({ productId, quantity }) => ({ productId, quantity }));
}

/** The changed terms of each Work Orders block that is on both pages. */
function describeTerms(before: PuckState, after: PuckState): string[] {
  const old = new Map(workOrdersBlocks(before).map(({ item, props }) => [item.props.id, props]));
  return workOrdersBlocks(after).flatMap(({ item, props }) => {
    const was = old.get(item.props.id);
    return was ? describeBlockTerms(was, props) : [];
  });
}

function describeBlockTerms(was: WorkOrdersProps, now: WorkOrdersProps): string[] {
  const from = was.globalDiscountPercent;
  const to = now.globalDiscountPercent;
  const areAmountsShown = shownPrices(was).areAmountsShown && shownPrices(now).areAmountsShown;
  const isShownOtherwise = was.hidePricing !== now.hidePricing || was.hideBreakdown !== now.hideBreakdown;
  return sentences([
    [
      areAmountsShown && from !== to,
      `The discount on all work changed from ${percent(from)} to ${percent(to)}.`,
    ],
    [addsGst(was) !== addsGst(now), addsGst(now) ? "GST is now added." : "GST is no longer added."],
    [
      addsGst(was) && addsGst(now) && was.gstPercent !== now.gstPercent,
      `GST changed from ${percent(was.gstPercent)} to ${percent(now.gstPercent)}.`,
    ],
    [isShownOtherwise, "How prices are shown changed."],
  ]);
}

function addsGst({ gst, gstPercent }: WorkOrdersProps): boolean {
  return gst && gstPercent > 0;
}

function describeTotal(before: PuckState, after: PuckState): string[] {
  // Two totals of other blocks cannot be compared.
  if (hidesPrices(before) !== hidesPrices(after)) return [];
  const [was, now] = [shownTotal(before), shownTotal(after)];
  if (was === null || now === null || was === now) return [];
  const total = hidesPrices(after) ? "total of the shown prices" : "total";
  return [`The ${total} changed from ${formatDollars(was)} to ${formatDollars(now)}.`];
}

function sentences(candidates: [isTrue: boolean, sentence: string][]): string[] {
  return candidates.flatMap(([isTrue, sentence]) => (isTrue ? [sentence] : []));
}

function percent(value: number): string {
  return `${exact(value).toFixed()}%`;
}
