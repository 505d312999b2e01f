import { canonicalJson } from "../canonical-json.ts";
import { exact } from "../decimal.ts";
import { formatDollars } from "../format.ts";
import type { Id } from "../id.ts";
import { block as HeadingBlock } from "../page/blocks/heading.ts";
import {
  quotedWorkOrders,
  block as WorkOrdersBlock,
  type WorkOrdersProps,
} from "../page/blocks/work-orders.ts";
import { blockShape, findBlock } from "../page/find-block.ts";
import { withoutImageSizes } from "../page/images.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { workOrdersBlocks } from "../page/quoted-work.ts";
import { allItems } from "../page/walk-page.ts";
import {
  hidesPrices,
  priceBlock,
  type ShownPrices,
  shownPrices,
  shownTotal,
} from "../pricing/document-total.ts";
import type { WorkOrderPrice } from "../pricing/price-work-orders.ts";
import type { QuotedWorkOrder } from "../work-orders/document-work.ts";
import { type Acceptable, acceptableContent } from "./content.ts";
import type { UniqueDocument } from "./unique-document.ts";

/** The changes since someone opened a document, as sentences for a client; empty if clients see none. */
export function describeChanges(before: UniqueDocument, after: UniqueDocument): string[] {
  const { withdrawal } = after;
  if (withdrawal && !before.withdrawal) return [`The document was withdrawn: “${withdrawal.reason}”`];
  // No one is shown the page of a draft.
  if (after.status === "DRAFT") return describeStatus(before, after);
  return [...describeStatus(before, after), ...describeContentChanges(before, after)];
}

/** The changes in name and page, which resolving has given their work and prices. */
export function describeContentChanges(before: Acceptable, after: Acceptable): string[] {
  if (isSameContent(before, after)) return [];
  const renamed = before.name === after.name ? [] : [`The document is now called “${after.name}”.`];
  const content = [
    ...renamed,
    ...describeTextChanges(before.puckState, after.puckState),
    ...describeWorkChanges(before.puckState, after.puckState),
  ];
  return content.length > 0 ? content : ["Details of the document changed."];
}

export function describePageChanges(before: PuckState, after: PuckState): string[] {
  const same = { uniqueDocumentId: "", organizationId: "", name: "", documentType: "PROPOSAL" } as const;
  return describeContentChanges({ ...same, puckState: before }, { ...same, puckState: after });
}

/** Compares the content and not its hash: when a browser puts a choice into a page, the hash is still the old one. */
function isSameContent(before: Acceptable, after: Acceptable): boolean {
  return canonicalJson(acceptableContent(before)) === canonicalJson(acceptableContent(after));
}

function describeStatus(before: UniqueDocument, after: UniqueDocument): string[] {
  if (before.status === after.status) return [];
  const by = after.approvedBy ? ` by ${after.approvedBy.userName} (${after.approvedBy.userEmail})` : "";
  const sentences = {
    DRAFT: "The document is being worked on again.",
    PENDING: "The document is open for a decision again.",
    APPROVED: `The document was approved${by}.`,
    DECLINED: `The document was declined${by}.`,
  } satisfies Record<UniqueDocument["status"], string>;
  return [sentences[after.status]];
}

/** A block with the text of the nearest heading above it; "" before the first heading. */
type Placed = { item: PageItem; section: string };

function nounOf({ type }: PageItem): string {
  return findBlock(type)?.noun ?? "Text";
}

/** The changes in a page except its quoted work, by the section in which a reader finds them. */
function describeTextChanges(before: PuckState, after: PuckState): string[] {
  const old = place(withoutImageSizes(before));
  const now = place(withoutImageSizes(after));
  const wasAt = new Map(old.map((one) => [one.item.props.id, one]));
  const isAt = new Set(now.map((one) => one.item.props.id));

  const removed = old.filter(({ item }) => !isAt.has(item.props.id));
  const added = now.filter(({ item }) => !wasAt.has(item.props.id));
  const changed = now.flatMap((placed) => {
    const was = wasAt.get(placed.item.props.id);
    return was && ownContent(was.item) !== ownContent(placed.item) ? [describeChange(was, placed)] : [];
  });
  const described = [...describeAll(removed, "removed from"), ...describeAll(added, "added to"), ...changed];
  const isMoved = removed.length === 0 && added.length === 0 && orderOf(old) !== orderOf(now);
  return [...new Set(isMoved ? [...described, "Parts of the page were moved."] : described)];
}

function place(page: PuckState): Placed[] {
  let section = "";
  return allItems(page).map((item) => {
    if (item.type === HeadingBlock.type) section = HeadingBlock.read(item.props).text.trim();
    return { item, section };
  });
}

function orderOf(placed: readonly Placed[]): string {
  return canonicalJson(placed.map(({ item }) => item.props.id));
}

/** The props of a block without its slots and quoted work, which are compared separately. */
function ownContent({ type, props }: PageItem): string {
  if (type === WorkOrdersBlock.type) return type;
  const slots = blockShape(type).slots;
  const own = Object.entries(props).filter(([name]) => !slots.includes(name));
  return canonicalJson([type, Object.fromEntries(own)]);
}

function describeChange(was: Placed, now: Placed): string {
  const isHeading = was.item.type === HeadingBlock.type && now.item.type === HeadingBlock.type;
  if (isHeading && was.section !== now.section)
    return `The heading “${was.section}” now reads “${now.section}”.`;
  return `${nounOf(now.item)} changed ${whereIn(now.section, "in")}.`;
}

/** A heading stands for its whole section. Work orders are described separately. */
function describeAll(placed: readonly Placed[], change: "added to" | "removed from"): string[] {
  const [verb = "", preposition = ""] = change.split(" ");
  const sections = placed.filter(({ item }) => item.type === HeadingBlock.type).map(({ section }) => section);
  return placed.flatMap(({ item, section }) => {
    if (item.type === WorkOrdersBlock.type) return [];
    if (item.type === HeadingBlock.type)
      return section === "" ? [] : [`The section “${section}” was ${verb}.`];
    if (sections.includes(section)) return [];
    return [`${nounOf(item)} was ${verb} ${whereIn(section, preposition)}.`];
  });
}

function whereIn(section: string, preposition: string): string {
  return section === "" ? "at the start of the document" : `${preposition} the section “${section}”`;
}

type Quoted = { workOrder: QuotedWorkOrder; price: WorkOrderPrice; shown: ShownPrices };

/** The changes in the quoted work of a page: work orders, choices, discounts and total. */
function describeWorkChanges(before: PuckState, after: PuckState): string[] {
  return [
    ...describeWorkOrders(quotedOn(before), quotedOn(after)),
    ...describeTerms(before, after),
    ...describeTotal(before, after),
  ];
}

/** The optional work of a new version that its client had chosen in the version before, as sentences. */
export function describeKeptChoices(before: PuckState, after: PuckState): string[] {
  const old = quotedOn(before);
  return [...quotedOn(after)].flatMap(([id, { workOrder }]) => {
    const was = old.get(id)?.workOrder;
    const isKept = was !== undefined && isChosen(was) && isChosen(workOrder);
    return isKept ? [`“${workOrder.name}” stays included, as chosen in the version before.`] : [];
  });
}

function isChosen({ optional }: QuotedWorkOrder): boolean {
  return optional.isOptional && optional.doesClientWantWorkDone;
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
  const isNotified = areAmountsShown && was.price.net !== now.price.net;
  const linesOf = ({ price }: Quoted) =>
    canonicalJson(areAmountsShown ? price.products : quantitiesOf(price));
  const isOtherWork = areLinesShown && linesOf(was) !== linesOf(now);
  const isOptionalBothTimes = optional.isOptional && old.optional.isOptional;
  return sentences([
    [old.name !== name, `“${old.name}” is now called “${name}”.`],
    [old.description !== description, `The description of “${name}” changed.`],
    [
      isNotified,
      `The price of “${name}” changed from ${formatDollars(was.price.net)} to ${formatDollars(now.price.net)}.`,
    ],
    [isOtherWork && !isNotified, `What “${name}” consists of changed.`],
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
