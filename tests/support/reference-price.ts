import type { QuotePricing } from "#domain/pricing/price-work-orders.ts";

/** An exact fraction. */
type Fraction = { top: bigint; bottom: bigint };

const fraction = (top: bigint, bottom = 1n): Fraction => ({ top, bottom });
const plus = (a: Fraction, b: Fraction) => fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const minus = (a: Fraction, b: Fraction) => plus(a, fraction(-b.top, b.bottom));
const times = (a: Fraction, b: Fraction) => fraction(a.top * b.top, a.bottom * b.bottom);

function fractionOf(value: number | null): Fraction {
  const [mantissa = "0", exponent = "0"] = String(value ?? 0).split("e");
  const [whole = "0", decimals = ""] = mantissa.split(".");
  const digits = fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  const power = 10n ** BigInt(Math.abs(Number(exponent)));
  return times(digits, Number(exponent) < 0 ? fraction(1n, power) : fraction(power));
}

function centsOf({ top, bottom }: Fraction): bigint {
  const isNegative = top < 0n;
  const cents = ((isNegative ? -top : top) * 200n + bottom) / (2n * bottom);
  return isNegative ? -cents : cents;
}

export type Cents = Record<"subtotal" | "discount" | "gst" | "total", bigint>;

/** The price of a quote (spec 2 section 9), calculated independently of the portal's pricing. */
export function referenceCents(terms: QuotePricing): Cents {
  const hundredth = fraction(1n, 100n);
  let subtotal = fraction(0n);
  for (const { products, optional, discountPercent } of terms.workOrders) {
    if (optional.isOptional && !optional.doesClientWantWorkDone) continue;
    let own = fraction(0n);
    for (const line of products) {
      const rate = terms.products.find(({ productId }) => productId === line.productId)?.productRate ?? null;
      own = plus(own, times(fractionOf(rate), fractionOf(line.total)));
    }
    subtotal = plus(subtotal, minus(own, times(own, times(fractionOf(discountPercent), hundredth))));
  }
  const discount = times(subtotal, times(fractionOf(terms.globalDiscountPercent ?? 0), hundredth));
  const gst = terms.gst
    ? times(minus(subtotal, discount), times(fractionOf(terms.gstPercent), hundredth))
    : fraction(0n);
  const parts = { subtotal: centsOf(subtotal), discount: centsOf(discount), gst: centsOf(gst) };
  return { ...parts, total: parts.subtotal - parts.discount + parts.gst };
}

/** "1234.50" of 123450 cents. */
export function toDollars(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
