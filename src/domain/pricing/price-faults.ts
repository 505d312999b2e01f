import { type Dollars, exact } from "../decimal.ts";
import { formatDollars } from "../format.ts";
import { block as PricingTable } from "../page/blocks/pricing-table.ts";
import { block as WorkOrders, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PageItem, PuckState } from "../page/page.ts";
import { mapWorkOrderData } from "../page/quoted-work.ts";
import { allItems } from "../page/walk-page.ts";
import { type WrongAmount, wrongAmounts } from "../page/wrong-amounts.ts";
import { documentTotal, shownPrices } from "./document-total.ts";
import { isTotalInRange } from "./ranges.ts";

/** A figure with which no one can accept a document. */
export type PriceFault = {
  /** The block; null: the total of the document. */
  item: PageItem | null;
  path: (string | number)[];
  /** A sentence for the company. */
  message: string;
  /** A sentence for clients. It names nothing that the page hides from them. */
  shownMessage: string;
};

/** What is out of range on a resolved page: its figures, or else their total with the choices of now. */
export function priceFaults(page: PuckState, total: Dollars | null = documentTotal(page)): PriceFault[] {
  const figures = figureFaults(page);
  if (figures.length > 0 || isTotalInRange(total)) return figures;
  return [totalFault(total)];
}

export function areFiguresInRange(page: PuckState): boolean {
  return figureFaults(page).length === 0;
}

function figureFaults(page: PuckState): PriceFault[] {
  return allItems(page).flatMap(faultsOfBlock);
}

function totalFault(total: Dollars | null): PriceFault {
  const amount = exact(total);
  const message = amount.lt(0)
    ? `This document would come to ${formatDollars(amount.toFixed(2))}. A document comes to $0.00 or more: make its credits smaller than its prices.`
    : "This document would come to a trillion dollars or more, which the portal can't count.";
  const shownMessage = amount.lt(0)
    ? "It comes to less than $0.00."
    : "It comes to a trillion dollars or more.";
  return { item: null, path: [], message, shownMessage };
}

/** The total of a resolved page if its client wants none of the optional work. */
export function totalWithoutOptions(page: PuckState): Dollars | null {
  return documentTotal(
    mapWorkOrderData(page, (data) => ({
      ...data,
      workOrders: data.workOrders.map((one) => ({
        ...one,
        optional: { ...one.optional, doesClientWantWorkDone: false },
      })),
    })),
  );
}

function faultsOfBlock(item: PageItem): PriceFault[] {
  if (item.type === PricingTable.type) {
    const { lineItems } = PricingTable.read(item.props);
    return wrongAmounts(PricingTable.fields, item.props).map((wrong) => {
      const [, index, field] = wrong.path;
      const product = lineItems[Number(index)]?.product.trim();
      const label = `The ${field} ${product ? `of “${product}”` : `on line ${Number(index) + 1} of a price table`}`;
      return faultOf(item, wrong, label, true);
    });
  }
  if (item.type !== WorkOrders.type) return [];
  const props = WorkOrders.read(item.props);
  const { areAmountsShown, areLinesShown } = shownPrices(props);
  return wrongAmounts(WorkOrders.fields, item.props).map((wrong) =>
    faultOf(item, wrong, labelInWork(props, wrong.path), areAmountsShown && areLinesShown),
  );
}

function labelInWork({ workOrderData }: WorkOrdersProps, path: WrongAmount["path"]): string {
  const [, list, at, , line] = path;
  if (list === undefined) return "The discount on all work";
  if (list === "products") return `The rate of “${workOrderData.products[Number(at)]?.productName ?? ""}”`;
  const work = workOrderData.workOrders[Number(at)];
  const of = `“${work?.name ?? ""}”`;
  if (line === undefined) return `The discount on ${of}`;
  const productId = work?.products[Number(line)]?.productId;
  const product = workOrderData.products.find((one) => one.productId === productId)?.productName;
  return `The quantity of “${product ?? productId ?? ""}” in ${of}`;
}

const MAX_SHOWN = 40;

function faultOf(
  item: PageItem,
  { path, value, rule, isUsed }: WrongAmount,
  label: string,
  isShown: boolean,
): PriceFault {
  const sentence = `${label} is “${String(value).slice(0, MAX_SHOWN)}”`;
  return {
    item,
    path,
    message: `${sentence}${isUsed ? "" : ", which is not used"}. ${rule}.`,
    shownMessage: isShown
      ? `${sentence}, which is out of range.`
      : "A figure that the document doesn't show is out of range.",
  };
}
