// What the dashboard asks first, besides its notifications (first-inputs.ts).

/** It begins with so many decisions. */
export const FIRST_DECISIONS = 4;

/** One row is enough: the answer also has the total and the first match. */
const COUNTED = { limit: 1 } as const;
const OLDEST = { ...COUNTED, sort: "createdAt" } as const;
/** What the dashboard's four tiles count. */
export const UNPAID = { query: { ...OLDEST, invoiceStatus: "UNPAID" } } as const;
export const IN_PROGRESS = { query: { ...OLDEST, workOrderStatus: "IN_PROGRESS" } } as const;
export const PROPOSALS = { query: { ...COUNTED, documentType: "PROPOSAL", status: "PENDING" } } as const;
export const SCOPES = { query: { ...COUNTED, documentType: "SCOPE_OF_WORK", status: "PENDING" } } as const;
export const DECISIONS = { query: { status: "PENDING", limit: FIRST_DECISIONS } } as const;
