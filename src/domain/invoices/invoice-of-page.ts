import Big from "big.js";
import { Decimal, type Dollars, exact, roundToCents, sumOf } from "../decimal.ts";
import type { PricingTableProps } from "../page/blocks/pricing-table.ts";
import { quotedWorkOrders, type WorkOrdersProps } from "../page/blocks/work-orders.ts";
import type { PuckState } from "../page/page.ts";
import { gstPercentOfPage, priceBlock, pricedBlocks, shownPrices } from "../pricing/document-total.ts";
import { percentOf, priceLineItems, type WorkOrderPrice } from "../pricing/price-work-orders.ts";
import { Percent } from "../pricing/ranges.ts";
import type { QuotedWorkOrder } from "../work-orders/document-work.ts";
import { type InvoiceAmounts, type InvoiceLine, lineOfOne } from "./invoice-line.ts";

/** An invoice of a decided page, with its total. Hidden lines become one for each work order, hidden amounts one. */
export function invoiceOfPage(page: PuckState): InvoiceAmounts {
  const { quotes, tables } = pricedBlocks(page);
  const parts = [...quotes.map(invoiceBlock), ...tables.map(invoiceTable)];
  return {
    gstPercent: gstPercentOfPage(page),
    lines: parts.flatMap(({ lines }) => lines),
    subtotal: sum(parts.map(({ subtotal }) => subtotal)),
    gst: sum(parts.map(({ gst }) => gst)),
    total: sum(parts.map(({ total }) => total)),
  };
}

type Priceable = Omit<InvoiceAmounts, "gstPercent">;

function invoiceBlock(props: WorkOrdersProps): Priceable {
  const hasGst = props.gst && props.gstPercent > 0;
  const price = priceBlock(props);
  const subtotal = sum([price.subtotal, minus(price.discount)]);
  const { gst, total } = price;
  const byId = new Map(
    quotedWorkOrders(props.workOrderData).map(({ workOrderId, workOrder }) => [workOrderId, workOrder]),
  );
  const included = price.workOrders.flatMap((one) => {
    const workOrder = byId.get(one.workOrderId);
    return one.isIncluded && workOrder ? [{ workOrder, price: one }] : [];
  });
  const { areAmountsShown, areLinesShown } = shownPrices(props);
  if (!areAmountsShown) {
    const names = included.map(({ workOrder }) => workOrder.name).join(", ");
    const lines = included.length === 0 ? [] : [lineOfOne(names, subtotal, hasGst)];
    return { lines, subtotal, gst, total };
  }
  const lines = included.flatMap((one) =>
    areLinesShown
      ? linesOfWork(one.workOrder, one.price, hasGst)
      : [lineOfOne(one.workOrder.name, one.price.net, hasGst)],
  );
  if (!exact(price.discount).eq(0)) {
    const { globalDiscountName, globalDiscountPercent } = props;
    const name = `${globalDiscountName || "Discount"} (${globalDiscountPercent}%)`;
    lines.push(lineOfOne(name, minus(price.discount), hasGst));
  }
  return { lines: withRounding(lines, subtotal, hasGst), subtotal, gst, total };
}

function linesOfWork(workOrder: QuotedWorkOrder, price: WorkOrderPrice, hasGst: boolean): InvoiceLine[] {
  if (price.products.length === 0) return [lineOfOne(workOrder.name, "0.00", hasGst)];
  return price.products.map(({ product, quantity }) =>
    lineOf({
      description: product ? `${workOrder.name}: ${product.productName}` : workOrder.name,
      quantity,
      unit: product?.productUnit ?? null,
      rate: product?.productRate ?? null,
      discountPercent: workOrder.discountPercent,
      hasGst,
    }),
  );
}

function invoiceTable(props: PricingTableProps): Priceable {
  const { lineItems, gstPercent } = props;
  const { subtotal, gst, total } = priceLineItems(props);
  const hasGst = gstPercent > 0;
  const lines = lineItems.map(({ product, price, count, countLabel }) =>
    lineOf({
      description: product,
      quantity: count,
      unit: countLabel || null,
      rate: price,
      discountPercent: 0,
      hasGst,
    }),
  );
  return { lines: withRounding(lines, subtotal, hasGst), subtotal, gst, total };
}

type Priced = Pick<InvoiceLine, "description" | "unit" | "hasGst"> & {
  quantity: number | null;
  rate: number | null;
  discountPercent: number;
};

/** A line with its amount. Figures of a page that are too long for an invoice become one thing at that amount. */
function lineOf({ quantity, rate, discountPercent, ...line }: Priced): InvoiceLine {
  const amount = amountOf({ quantity, rate, discountPercent });
  const figures = { quantity: quantity ?? 0, rate: rate ?? 0, discountPercent };
  const fits =
    Decimal.safeParse(figures.quantity).success &&
    Decimal.safeParse(figures.rate).success &&
    Percent.safeParse(discountPercent).success;
  return fits ? { ...line, ...figures, amount } : lineOfOne(line.description, amount, line.hasGst);
}

/** Quantity × rate, less the discount, rounded to the cent. */
export function amountOf(line: Pick<Priced, "quantity" | "rate" | "discountPercent">): Dollars {
  const share = new Big(100).minus(exact(line.discountPercent)).times("0.01");
  return roundToCents(exact(line.quantity).times(exact(line.rate)).times(share));
}

/** The page adds up exact amounts and an invoice adds up cents; a last line makes both sums equal. */
function withRounding(lines: readonly InvoiceLine[], subtotal: Dollars, hasGst: boolean): InvoiceLine[] {
  const rest = sum([subtotal, ...lines.map(({ amount }) => minus(amount))]);
  return exact(rest).eq(0) ? [...lines] : [...lines, lineOfOne("Rounding", rest, hasGst)];
}

function sum(amounts: readonly Dollars[]): Dollars {
  return roundToCents(sumOf(amounts));
}

function minus(amount: Dollars): Dollars {
  return roundToCents(exact(amount).times(-1));
}

/** The amounts of typed lines: each line is rounded to the cent, and GST is rounded once for all lines that have it. */
export function invoiceOfLines(
  typed: readonly Omit<InvoiceLine, "amount">[],
  gstPercent: number,
): InvoiceAmounts {
  const lines = typed.map((line) => ({
    ...line,
    hasGst: line.hasGst && gstPercent > 0,
    amount: amountOf(line),
  }));
  const amountsOf = (some: readonly InvoiceLine[]) => some.map(({ amount }) => amount);
  const subtotal = sumOf(amountsOf(lines));
  const taxed = sumOf(amountsOf(lines.filter(({ hasGst }) => hasGst)));
  const gst = exact(roundToCents(percentOf(taxed, gstPercent)));
  return {
    lines,
    gstPercent,
    subtotal: roundToCents(subtotal),
    gst: roundToCents(gst),
    total: roundToCents(subtotal.plus(gst)),
  };
}
