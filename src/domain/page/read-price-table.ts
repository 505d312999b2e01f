import type Big from "big.js";
import { exact, roundToCents } from "../decimal.ts";
import { percentOf } from "../pricing/price-work-orders.ts";
import { type AmountRange, KINDS, refuseTyped } from "../pricing/ranges.ts";
import { readNumber } from "../read-number.ts";
import type { PricingLineItem } from "./blocks/pricing-table.ts";

type Row = readonly string[];
type PriceTable = { lines: PricingLineItem[]; sums: string[] };

/** What a column is by the words of its title, the first that matches; all other columns name the product. */
const TITLES = [
  ["amount", /^(?:line )?(?:total|amount|sum|subtotal)\b|\b(?:total|extended)\b|^(?:cost|fee)s?$/],
  ["price", /\b(?:price|rate|cost|fee|each)\b/],
  ["count", /\b(?:qty|quantity|count|number of)\b|^(?:hour|day|week|month|piece|page|unit)s$/],
  ["unit", /^unit\b/],
  // A number of the row or of what is bought; or what would change the price.
  ["unclear", /^(?:no\.?|number)$|%|\b(?:gst|tax|discount|rebate|deposit)\b/],
] as const;
type Kind = (typeof TITLES)[number][0] | "product";

/** A title that says what is counted. */
const COUNTED = /^(?:hour|day|week|month|piece|page)s$/;
const SUM = /^(?:sub-?total|(?:grand )?total|sum|gst)(?: \(?(?:\d|inc|ex|due|plus|aud).*)?:?$/i;
const WITH_GST = /\binc\b.*\b(?:gst|tax)\b|\bincl|\b(?:gst|tax) inc/i;
const WITHOUT_GST = /^sub|\bex/i;
/** "8 hours" */
const COUNT_WITH_LABEL = /^([\d.,' ]*\d) ?(\p{L}[\p{L} ]*)$/u;

/**
 * The lines of the pricing table that a table of texts means, and the names of its sums, which a pricing table adds
 * itself; or a sentence why it is none. It never guesses: amounts and sums must be what the portal computes.
 */
export function readPriceTable(rows: readonly Row[], gstPercent: number): PriceTable | string {
  const [titles, ...body] = rows.filter((row) => row.some((cell) => cell !== ""));
  if (!titles || body.length === 0) return "A pricing table needs a row of titles and a row for each line.";
  if (rows.some(({ length }) => length !== titles.length))
    return "Some cells span others, so lines can't be told apart.";
  const columns = new Columns(titles);
  return refuseTitles(titles, columns) ?? readBody(body, columns, gstPercent);
}

function refuseTitles(titles: Row, columns: Columns): string | null {
  if (titles.some((title) => WITH_GST.test(title)))
    return "These prices include GST, which a pricing table adds.";
  for (const [currency] of titles.join(" ").matchAll(/\p{Sc}|\b[A-Z]{3}\b/gu)) {
    const read = readNumber(`1 ${currency}`, "money");
    if ("refusal" in read && read.refusal !== null) return `${read.refusal}.`;
  }
  const unclear = columns.read(titles, "unclear");
  if (unclear !== "") return `A pricing table has no column for “${unclear}”.`;
  return columns.areClear
    ? null
    : "A pricing table needs one column titled “Price”, and may have one “Quantity” and one “Total”.";
}

function readBody(body: readonly Row[], columns: Columns, gstPercent: number): PriceTable | string {
  const table: PriceTable = { lines: [], sums: [] };
  let sum = exact(0);
  for (const row of body) {
    const title = row.find((cell) => cell !== "") ?? "";
    if (SUM.test(title)) {
      if (!isSum(row, columns, sum, gstPercent)) return `“${title}” isn't what the lines above it come to.`;
      table.sums.push(title);
      continue;
    }
    if (table.sums.some((one) => !WITHOUT_GST.test(one))) return `“${title}” is below the total.`;
    const line = readLine(row, columns);
    if (typeof line === "string") return line;
    table.lines.push(line);
    sum = sum.plus(amountOf(line));
  }
  return table.lines.length === 0 ? "This table has no line with a price." : table;
}

class Columns {
  readonly #titles: Row;
  readonly #kinds: readonly Kind[];

  constructor(titles: Row) {
    this.#titles = titles.map((title) => title.toLowerCase());
    const kinds = this.#titles.map(
      (title) => TITLES.find(([, words]) => words.test(title))?.[0] ?? "product",
    );
    // Where nothing is counted, an amount is the price of one.
    const hasPrices = kinds.includes("price") || kinds.includes("count");
    this.#kinds = hasPrices ? kinds : kinds.map((kind) => (kind === "amount" ? "price" : kind));
  }

  get areClear(): boolean {
    const count = (kind: Kind) => this.#kinds.filter((one) => one === kind).length;
    return count("price") === 1 && count("count") <= 1 && count("amount") <= 1 && count("unit") <= 1;
  }

  has(kind: Kind): boolean {
    return this.#kinds.includes(kind);
  }

  /** The words of a row in the columns of a kind. */
  read(row: Row, kind: Kind): string {
    return row.filter((cell, at) => this.#kinds[at] === kind && cell !== "").join(" – ");
  }

  get counted(): string {
    return this.#titles.find((title) => COUNTED.test(title)) ?? "";
  }
}

/** Whether the row is a sum of the lines above it, with the GST on them, or that GST. */
function isSum(row: Row, columns: Columns, lines: Big, gstPercent: number): boolean {
  const words = row.filter((cell) => cell !== "");
  const [title = "", last = ""] = words;
  const written = readAmount("price", last);
  if (words.length !== 2 || typeof written === "string") return false;
  if (columns.read(row, columns.has("amount") ? "amount" : "price") !== last) return false;
  const gst = percentOf(lines, gstPercent);
  if (/^gst/i.test(title)) return isInCents(gst, written);
  const [isWith, isWithout] = [WITH_GST.test(title), WITHOUT_GST.test(title)];
  return (!isWith && isInCents(lines, written)) || (!isWithout && isInCents(lines.plus(gst), written));
}

function readLine(row: Row, columns: Columns): PricingLineItem | string {
  const product = columns.read(row, "product");
  if (product === "") return `“${row.join(" ").trim()}”: this line names no product.`;
  const price = readAmount("price", columns.read(row, "price"));
  if (typeof price === "string") return `“${product}”: ${price}.`;
  const counted = columns.read(row, "count");
  const [, digits = counted, label = ""] = COUNT_WITH_LABEL.exec(counted) ?? [];
  const count = columns.has("count") ? readAmount("count", digits) : 1;
  if (typeof count === "string") return `“${product}”: ${count}.`;
  const line = { product, price, count, countLabel: label || columns.read(row, "unit") || columns.counted };
  const written = columns.read(row, "amount");
  const amount = written === "" ? null : readAmount("price", written);
  if (typeof amount === "string") return `“${product}”: ${amount}.`;
  if (amount !== null && !isInCents(amountOf(line), amount))
    return `“${product}”: ${digits || 1} × ${columns.read(row, "price")} isn't ${written}.`;
  return line;
}

function amountOf({ price, count }: PricingLineItem): Big {
  return exact(price).times(exact(count));
}

function isInCents(amount: Big, written: number): boolean {
  return exact(roundToCents(amount)).eq(written);
}

/** The number in a cell, or why there is none. */
function readAmount(range: AmountRange, cell: string): number | string {
  if (cell === "") return range === "price" ? "a price is missing" : "a quantity is missing";
  const read = readNumber(cell, KINDS[range]);
  const isRead = "digits" in read && refuseTyped(range, cell) === null;
  return isRead
    ? Number(read.digits)
    : `“${cell}” can't be read as a ${range === "price" ? "price" : "quantity"}`;
}
