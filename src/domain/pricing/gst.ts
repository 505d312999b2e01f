/** Goods and services tax: 10 % on the subtotal less the global discount (spec 2 section 9). */
export const GST_RATE = "0.1";
