import type { Acceptance } from "#blocks/pages/print-acceptance.tsx";
import type { PageItem } from "#domain/page/page.ts";

/** What is on record of an acceptance that was made in the portal. */
export const ACCEPTANCE: Acceptance = {
  documentDecisionId: "6fd5c3c2-1f0c-4a0e-9d35-1d6a3e6f2a10",
  userName: "Maya Lindqvist",
  userEmail: "maya@harbour.example",
  organizationName: "Harbour Coffee Roasters",
  organizationPermissionId: "permission-1",
  decidedAt: new Date("2026-11-21T01:02:03.000Z"),
  declaration: { text: "I confirm it.", hash: "d".repeat(64) },
  contentHash: "c".repeat(64),
  hiddenHash: null,
  anchor: null,
  broughtInAt: null,
  versionNumber: 2,
  consent: "ticked-by-person",
  intent: "This is my electronic signature.",
  identifiedBy: "password",
  confirmedBy: null,
  authorisedSince: new Date("2026-11-01T01:02:03.000Z"),
  accessGivenBy: "company",
  accessGivenByName: "Olive Owner",
  singleSignOn: null,
  origin: null,
  certificate: {
    supplier: { name: "Ember & Oak Digital", abn: "51824753556" },
    pages: 3,
    steps: [
      { label: "Sent", at: new Date("2026-11-19T01:02:03.000Z"), by: "Ed Itor" },
      { label: "First opened", at: new Date("2026-11-20T01:02:03.000Z"), by: null },
      { label: "Choices changed", at: null, by: "None was changed" },
    ],
    terms: [],
    joined: null,
    verify: { address: "https://portal.example/verify", qr: { size: 1, path: "M0 0h1v1H0z" } },
  },
};

/** A Work Orders block at $100 an hour: an hour of fixed work, then an hour for each optional item. */
export function quoteOf(id: string, optional: readonly { name: string; isWanted: boolean }[]): PageItem {
  const products = [{ productId: "hour", total: 1 }];
  const fixed = { workOrderId: `${id}-fixed`, name: "Fit-out", products };
  const chosen = optional.map(({ name, isWanted }, at) => ({
    workOrderId: `${id}-${at}`,
    name,
    products,
    optional: { isOptional: true, doesClientWantWorkDone: isWanted },
  }));
  const workOrders = [fixed, ...chosen];
  const workOrderIds = workOrders.map(({ workOrderId }) => workOrderId);
  const hour = { productId: "hour", productName: "Hour", productUnit: "hour", productRate: 100 };
  return { type: "WorkOrders", props: { id, workOrderData: { workOrderIds, workOrders, products: [hour] } } };
}
