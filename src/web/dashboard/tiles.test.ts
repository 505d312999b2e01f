import { expect, test } from "vitest";
import type { ListedDocument } from "#domain/documents/unique-document.ts";
import type { Invoice } from "#domain/invoices/invoice.ts";
import type { WorkOrder } from "#domain/work-orders/work-order.ts";
import { countLabel, overviewTiles, totalWorth } from "./tiles.ts";

const AT = "2026-11-21T09:00:00.000Z";

function document(overrides: Partial<ListedDocument>): ListedDocument {
  return {
    uniqueDocumentId: "d",
    organizationId: "o",
    externalId: "PR-1",
    name: "A proposal",
    slug: "a-proposal",
    templateId: null,
    documentType: "PROPOSAL",
    status: "PENDING",
    invoice: null,
    totalCost: 100,
    createdAt: AT,
    updatedAt: AT,
    approvedBy: null,
    documentSnapshots: [],
    ...overrides,
  };
}

const unpaid = { invoiceStatus: "UNPAID", createdAt: AT } as Invoice;
const paid = { invoiceStatus: "PAID", createdAt: AT } as Invoice;
const inProgress = { workOrderStatus: "IN_PROGRESS", createdAt: AT } as WorkOrder;
const open = { workOrderStatus: "OPEN", createdAt: AT } as WorkOrder;

test("DASH-3 each tile counts what its heading says and leads to its list", () => {
  const tiles = overviewTiles({
    invoices: [unpaid, paid],
    workOrders: [inProgress, open, inProgress],
    documents: [
      document({}),
      document({ status: "APPROVED" }),
      document({ status: "DRAFT" }),
      document({ documentType: "SCOPE_OF_WORK" }),
      document({ documentType: "LEGAL_DOCUMENT" }),
    ],
  });
  expect(Object.fromEntries(tiles.map((tile) => [tile.heading, [tile.count, tile.path]]))).toEqual({
    "Unpaid Invoices": [1, "/invoices"],
    "Work Orders in Progress": [2, "/work-orders"],
    "Proposals to review": [1, "/documents/type/PROPOSAL"],
    "SOW documents to review": [1, "/documents/type/SCOPE_OF_WORK"],
  });
});

test("DASH-3 the highest count comes first, equal ones keep their order", () => {
  const tiles = overviewTiles({
    invoices: [],
    workOrders: [inProgress],
    documents: [document({}), document({}), document({ documentType: "SCOPE_OF_WORK" })],
  });
  expect(tiles.map((tile) => tile.heading)).toEqual([
    "Proposals to review",
    "Work Orders in Progress",
    "SOW documents to review",
    "Unpaid Invoices",
  ]);
});

test.each([
  [0, "0"],
  [99, "99"],
  [100, "99+"],
  [12_345, "99+"],
])("DASH-3 a count of %i reads %j", (count, label) => {
  expect(countLabel(count)).toBe(label);
});

test("DASH-3 what waits is summed exactly; without prices nothing is said", () => {
  expect(totalWorth([document({ totalCost: 0.1 }), document({ totalCost: 0.2 })])).toBe("$0.30");
  expect(totalWorth([document({ totalCost: null })])).toBeNull();
});
