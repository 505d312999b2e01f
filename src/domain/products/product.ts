import { z } from "zod";
import { Decimal } from "../decimal.ts";
import { Id } from "../id.ts";

export const Product = z.strictObject({
  productId: Id,
  productName: z.string().min(1).max(200),
  /** What one of it is: "hour", "page", "month". */
  productUnit: z.string().max(40).nullable(),
  /** Dollars for one unit, before GST. */
  productRate: Decimal.nullable(),
});
export type Product = z.infer<typeof Product>;
