import fc from "fast-check";
import type { QuotePricing } from "#domain/pricing/price-work-orders.ts";

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((units) => Number(`${units}e-${decimals}`));

/** The greatest and smallest decimals that the API accepts. */
const HUGE = fc.constantFrom(999_999_999_999, 99_999_999_999.9999, 0.000_000_000_001, 1e-15);

const percent = fc.oneof(fc.constantFrom(0, 100, 33.333333, 7.5), decimal(100, 4));

/** Quotes with missing, free, negative and huge rates, missing quantities and unknown products. */
export const quoteTerms: fc.Arbitrary<QuotePricing> = fc.record({
  products: fc
    .array(
      fc.option(
        fc.oneof(
          decimal(5000, 2),
          decimal(100, 6),
          HUGE,
          decimal(20, 4).map((rate) => -rate),
        ),
      ),
      { maxLength: 5 },
    )
    .map((rates) =>
      rates.map((productRate, index) => ({
        productId: `p${index}`,
        productName: `Product ${index}`,
        productUnit: "hour",
        productRate,
      })),
    ),
  workOrders: fc.array(
    fc.record({
      workOrderId: fc.constantFrom("a", "b", "c"),
      products: fc.array(
        fc.record({
          productId: fc.constantFrom("p0", "p1", "p2", "p3", "p4", "unknown"),
          total: fc.option(fc.oneof(decimal(500, 3), decimal(100, 0), HUGE)),
        }),
        { maxLength: 6 },
      ),
      discountPercent: percent,
      optional: fc.record({ isOptional: fc.boolean(), doesClientWantWorkDone: fc.boolean() }),
    }),
    { maxLength: 6 },
  ),
  globalDiscountPercent: fc.option(percent),
  gst: fc.boolean(),
  gstPercent: fc.constant(10),
});
