import { z } from "zod";
import { Decimal } from "../decimal.ts";
import { Id } from "../id.ts";

export const Product = z.strictObject({
  productId: Id,
  productName: z.string().min(1).max(200),
  /** The unit: "hour", "page", "month". */
  productUnit: z.string().max(40).nullable(),
  /** Dollars per unit, before GST. */
  productRate: Decimal.nullable(),
});
export type Product = z.infer<typeof Product>;
