import {
  namedOnce,
  type PlannedRow,
  soundRow,
  type Wrong,
  wrongCells,
  wrongRow,
} from "../csv/planned-row.ts";
import type { TableRow } from "../csv/read-table.ts";
import { formatRate } from "../format.ts";
import type { NumberStyle } from "../read-number.ts";
import { trimEdges } from "../typed-text.ts";
import { type CataloguedProduct, ProductDetails, typedRate } from "./product.ts";

export const PRODUCT_COLUMNS = {
  "Product ID": { isNeeded: false },
  Name: { isNeeded: true },
  Unit: { isNeeded: true },
  Rate: { isNeeded: true, numbersIn: (cell: string) => [cell] },
  Status: { isNeeded: false },
} as const;
type ProductRow = TableRow<keyof typeof PRODUCT_COLUMNS>;

type Details = Omit<CataloguedProduct, "productId" | "recordVersion">;

/** `was` is the product that a row changes, `next` are its values in the row. */
export type PlannedProduct = { was: CataloguedProduct | null; next: Details };

function cellsSchema(style: NumberStyle) {
  return ProductDetails.extend({ productRate: typedRate(style) });
}
type ProductCells = ReturnType<typeof cellsSchema>;

/** What each row of a file does. It names its product by the id, or else by name and unit; others are new products. */
export function planProductImport(
  catalogue: readonly CataloguedProduct[],
  style: NumberStyle = ".",
): (row: ProductRow) => PlannedRow<PlannedProduct> {
  const byId = new Map(catalogue.map((one) => [one.productId, one]));
  const byName = Map.groupBy(catalogue, (one) => keyOf(one.productName, one.productUnit ?? ""));
  const firstLineOf = namedOnce();
  const schema = cellsSchema(style);
  return (row) => {
    const base = { line: row.line, name: row.cells.Name };
    const { "Product ID": id, Name: name, Unit: unit } = row.cells;
    if (row.problem !== null) return wrongRow(base, { note: row.problem });
    const named = id === "" ? (byName.get(keyOf(name, unit)) ?? []) : [byId.get(id) ?? []].flat();
    if (id !== "" && named.length === 0)
      return wrongRow(base, { note: "There is no product with this ID", column: "Product ID" });
    if (named.length > 1) {
      const note = `${named.length} products have this name and unit: give the Product ID`;
      return wrongRow(base, { note, column: "Product ID" });
    }
    const was = named[0] ?? null;
    const first = firstLineOf(was ? was.productId : keyOf(name, unit), row.line);
    if (first !== null) return wrongRow(base, { note: `Line ${first} has this product already` });
    const next = readDetails(row, was, schema);
    if ("note" in next) return wrongRow(base, next);
    return soundRow(base, { was, next }, was === null, was ? describeChanges(was, next) : [priceOf(next)]);
  };
}

function keyOf(name: string, unit: string): string {
  return JSON.stringify([trimEdges(name), trimEdges(unit)]);
}

/** What a new product costs, so that the person sees how its number was read. */
function priceOf({ productRate, productUnit }: Details): string {
  return productRate === null ? "" : `${formatRate(productRate)} per ${productUnit ?? "unit"}`;
}

const STATUSES: Record<string, boolean> = { current: false, retired: true };

const COLUMN_OF = { productName: "Name", productUnit: "Unit", productRate: "Rate" };

/** The product that a row wants, or why the row is wrong. An empty status leaves the product as it is. */
function readDetails(
  { cells }: ProductRow,
  was: CataloguedProduct | null,
  schema: ProductCells,
): Details | Wrong {
  const status = cells.Status.toLowerCase();
  const isRetired = status === "" ? (was?.isRetired ?? false) : STATUSES[status];
  if (isRetired === undefined)
    return { note: "Status is Current or Retired, or left empty", column: "Status" };
  // Products of an import may lack a unit or a rate. A row that says so changes neither.
  if (was && isWritten(cells, was, schema)) {
    const { productName, productUnit, productRate } = was;
    return { productName, productUnit, productRate, isRetired };
  }
  const read = schema.safeParse({
    productName: cells.Name,
    productUnit: cells.Unit,
    productRate: cells.Rate,
  });
  return read.success ? { ...read.data, isRetired } : wrongCells(read.error, COLUMN_OF);
}

function isWritten(cells: ProductRow["cells"], was: CataloguedProduct, schema: ProductCells): boolean {
  const { productName, productUnit, productRate } = was;
  const isSameRate =
    productRate === null
      ? cells.Rate === ""
      : schema.shape.productRate.safeParse(cells.Rate).data === productRate;
  return cells.Name === trimEdges(productName) && cells.Unit === trimEdges(productUnit ?? "") && isSameRate;
}

function describeChanges(was: CataloguedProduct, next: Details): string[] {
  const rate = (value: number | null) => (value === null ? "none" : formatRate(value));
  return [
    was.productName === next.productName ? [] : [`name from “${was.productName}”`],
    was.productUnit === next.productUnit
      ? []
      : [`unit from ${was.productUnit ?? "none"} to ${next.productUnit}`],
    was.productRate === next.productRate
      ? []
      : [`rate from ${rate(was.productRate)} to ${rate(next.productRate)}`],
    was.isRetired === next.isRetired ? [] : [next.isRetired ? "retired" : "restored"],
  ].flat();
}
