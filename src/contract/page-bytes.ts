/** A long page of a language whose letters take three bytes. */
export const MOST_PAGE_BYTES = 8_000_000;
