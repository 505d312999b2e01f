import type { Wrong } from "../csv/planned-row.ts";
import type { Id } from "../id.ts";
import { refuseAmount } from "../pricing/ranges.ts";
import type { CataloguedProduct } from "../products/product.ts";
import type { NumberStyle } from "../read-number.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { trimEdges } from "../typed-text.ts";

const QUANTITY = "write a number behind a colon, such as Design: 8";

type Line = { productId: Id; total: number };

/** "Design (hour): 8 | Hosting (month): 12", as a cell of work orders names products and quantities. */
export function writeProducts(
  lines: readonly { productId: Id; total: number | null }[],
  productOf: ReadonlyMap<Id, CataloguedProduct>,
): string {
  return lines
    .map(({ productId, total }) => {
      const product = productOf.get(productId);
      return `${product ? nameOf(product) : productId}: ${total ?? ""}`.trim();
    })
    .join(" | ");
}

/** Reads the cells that writeProducts writes. A product is named by its name, its name and unit, or its id. */
export function productReader(
  catalogue: readonly CataloguedProduct[],
  style: NumberStyle = ".",
): (cell: string) => Line[] | Wrong {
  const typedQuantity = typedDecimal({ missing: QUANTITY, wrong: QUANTITY }, "plain", style);
  const byId = new Map(catalogue.map((one) => [one.productId, one]));
  const byName = Map.groupBy(catalogue, (one) => trimEdges(one.productName).toLowerCase());
  const byWholeName = Map.groupBy(catalogue, (one) => nameOf(one).toLowerCase());
  return (cell) => {
    const lines: Line[] = [];
    for (const { name, quantity: typed } of linesIn(cell)) {
      const quantity = typedQuantity.safeParse(typed);
      const wrong = (note: string): Wrong => ({ note: `“${name}”: ${note}`, column: "Products" });
      if (!quantity.success) return wrong(quantity.error.issues[0]?.message ?? QUANTITY);
      const refusal = refuseAmount("quantity", quantity.data);
      if (refusal !== null) return wrong(refusal);
      const word = name.toLowerCase();
      const found = byId.get(name);
      const named = found ? [found] : (byWholeName.get(word) ?? byName.get(word) ?? []);
      const productId = named[0]?.productId;
      if (productId === undefined) return wrong("there is no product with this name");
      if (named.length > 1) return wrong("several products have this name: give the Product ID");
      if (lines.some((line) => line.productId === productId)) return wrong("the row names it twice");
      lines.push({ productId, total: quantity.data });
    }
    return lines;
  };
}

/** The texts of a cell that are quantities. */
export function quantitiesIn(cell: string): string[] {
  return linesIn(cell).map(({ quantity }) => quantity);
}

function linesIn(cell: string): { name: string; quantity: string }[] {
  return cell.split(/\s*(?:\||\r\n|\r|\n)\s*/).flatMap((text) => {
    if (trimEdges(text) === "") return [];
    const at = text.lastIndexOf(":");
    if (at === -1) return [{ name: trimEdges(text), quantity: "" }];
    return [{ name: trimEdges(text.slice(0, at)), quantity: text.slice(at + 1) }];
  });
}

function nameOf({ productName, productUnit }: CataloguedProduct): string {
  return productUnit === null
    ? trimEdges(productName)
    : `${trimEdges(productName)} (${trimEdges(productUnit)})`;
}
