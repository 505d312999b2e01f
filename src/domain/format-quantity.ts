import { exact } from "./decimal.ts";

/** A quantity with 2 decimals (spec 2 section 9): "12.50". */
export function formatQuantity(quantity: number): string {
  return exact(quantity).round(2, 1).toFixed(2);
}
