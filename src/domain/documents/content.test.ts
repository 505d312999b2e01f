import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../canonical-json.ts";
import type { PuckState } from "../page/page.ts";
import { acceptableContent } from "./content.ts";
import type { UniqueDocument } from "./unique-document.ts";

const workOrder = {
  workOrderId: "a",
  organizationId: "org",
  externalId: "W-1",
  name: "Design",
  description: "<p>All of it</p>",
  uniqueDocument: "doc",
  invoice: "NO_INVOICE",
  workOrderStatus: "OPEN",
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  products: [
    { productId: "q", total: 2 },
    { productId: "p", total: 1 },
  ],
  discountPercent: 5,
  discountName: "Friends",
  optional: { isOptional: true, doesClientWantWorkDone: true },
};
const products = [
  { productId: "p", productName: "P", productUnit: "hour", productRate: 100 },
  { productId: "q", productName: "Q", productUnit: null, productRate: 10 },
];

const documentWith = (
  change: { workOrder?: object; products?: unknown[]; props?: object; document?: object } = {},
) => {
  const block = {
    type: "WorkOrders",
    props: {
      id: "w",
      workOrderData: {
        workOrderIds: ["a"],
        workOrders: [{ ...workOrder, ...change.workOrder }],
        products: change.products ?? products,
      },
      ...change.props,
    },
  };
  const puckState: PuckState = {
    content: [{ type: "Container", props: { id: "c", content: [block] } }],
    root: { props: { title: "T" } },
  };
  const document = {
    uniqueDocumentId: "doc",
    organizationId: "org",
    externalId: "P-1",
    name: "Proposal",
    slug: "proposal",
    templateId: null,
    documentType: "PROPOSAL",
    status: "PENDING",
    invoice: null,
    totalCost: 200,
    hidesPrices: false,
    createdAt: "2026-11-01T00:00:00.000Z",
    updatedAt: "2026-11-01T00:00:00.000Z",
    approvedBy: null,
    documentSnapshots: [],
    contentHash: "0".repeat(64),
    isRecalled: false,
    isBroughtIn: false,
    withdrawal: null,
    predecessor: null,
    puckState,
    ...change.document,
  } satisfies UniqueDocument;
  return canonicalJson(acceptableContent(document));
};

describe("APPR-5 what is accepted does not change with", () => {
  test.each([
    [
      "the document's status and times",
      { document: { status: "APPROVED", updatedAt: "2026-12-01T00:00:00.000Z" } },
    ],
    [
      "its number, address, invoice and snapshots",
      { document: { externalId: "P-2", slug: "x", invoice: "i" } },
    ],
    ["a work order's status", { workOrder: { workOrderStatus: "DONE" } }],
    [
      "a work order's times",
      { workOrder: { createdAt: "2020-01-01T00:00:00Z", updatedAt: "2027-01-01T00:00:00Z" } },
    ],
    ["a work order's invoice", { workOrder: { invoice: "i-1" } }],
    ["the order in which products were read", { products: products.toReversed() }],
    ["products that nothing names", { products: [...products, { productId: "z", productRate: 1 }] }],
  ])("%s", (_name, change) => {
    expect(documentWith(change)).toBe(documentWith());
  });
});

describe("APPR-5 what is accepted changes with", () => {
  test.each([
    ["the document's name", { document: { name: "Other" } }],
    ["its organization", { document: { organizationId: "other" } }],
    ["its type", { document: { documentType: "SCOPE_OF_WORK" } }],
    ["a choice", { workOrder: { optional: { isOptional: true, doesClientWantWorkDone: false } } }],
    ["a work order's name", { workOrder: { name: "Other" } }],
    ["its description", { workOrder: { description: "<p>Half of it</p>" } }],
    ["its discount", { workOrder: { discountPercent: 6 } }],
    ["its products", { workOrder: { products: [] } }],
    ["a product's rate", { products: [{ ...products[0], productRate: 100.01 }, products[1]] }],
    ["a product's unit", { products: [{ ...products[0], productUnit: "day" }, products[1]] }],
    ["a product's loss", { products: [products[0]] }],
    ["the global discount", { props: { globalDiscountPercent: 1 } }],
    ["hidden prices", { props: { hidePricing: true } }],
    ["a work order that is gone", { workOrder: { workOrderId: "b" } }],
  ])("%s", (_name, change) => {
    expect(documentWith(change)).not.toBe(documentWith());
  });
});

describe("canonical JSON", () => {
  test("sorts keys at every depth, keeps lists, leaves out what is undefined", () => {
    expect(canonicalJson({ b: [2, 1, { d: null, c: "é\n" }], a: undefined, A: true })).toBe(
      '{"A":true,"b":[2,1,{"c":"é\\n","d":null}]}',
    );
  });

  test("is the same text for the same value, whatever the order of keys, and reads back", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, reversed(one)] as const);
  return Object.fromEntries(entries.toReversed());
}
