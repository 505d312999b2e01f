import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../canonical-json.ts";
import type { PuckState } from "../page/page.ts";
import { acceptableContent, findChangedField } from "./content.ts";
import { UniqueDocument } from "./unique-document.ts";

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
    closedBecause: null,
    validUntil: null,
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

const TOLD: UniqueDocument = {
  uniqueDocumentId: "doc",
  organizationId: "org",
  externalId: "P-1042",
  name: "Store",
  slug: "store",
  templateId: null,
  documentType: "PROPOSAL",
  status: "APPROVED",
  invoice: "invoice",
  totalCost: 110.5,
  hidesPrices: false,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-20T03:00:00.000Z",
  approvedBy: {
    userName: "Maya Lindqvist",
    userEmail: "maya@harbour.example",
    approvedTime: "2026-11-20T03:00:00.000Z",
  },
  documentSnapshots: [
    { status: "APPROVED", createdAt: "2026-11-20T03:00:00.000Z", uri: "/api/files/1?expires=1" },
  ],
  contentHash: "0".repeat(64),
  isRecalled: false,
  isBroughtIn: false,
  closedBecause: null,
  validUntil: null,
  withdrawal: null,
  predecessor: null,
  puckState: { content: [{ type: "Heading", props: { id: "h", text: "A store" } }], root: { props: {} } },
};

/** Another value for every field of a document. */
const OTHERS: { [Field in keyof Required<UniqueDocument>]: UniqueDocument[Field] } = {
  uniqueDocumentId: "another",
  organizationId: "another",
  externalId: "P-1",
  name: "Another store",
  slug: "another",
  templateId: "template",
  documentType: "LEGAL_DOCUMENT",
  status: "PENDING",
  invoice: null,
  totalCost: 0,
  hidesPrices: true,
  createdAt: "2026-11-01T00:00:00.001Z",
  updatedAt: "2026-11-20T03:00:00.001Z",
  approvedBy: null,
  documentSnapshots: [],
  contentHash: "1".repeat(64),
  isRecalled: true,
  isBroughtIn: true,
  closedBecause: "EXPIRED",
  validUntil: "2026-12-24",
  withdrawal: { withdrawnAt: "2020-01-01T00:00:00.000Z", reason: "Forged" },
  predecessor: {
    uniqueDocumentId: "forged",
    externalId: "P-0",
    name: "Forged",
    status: "DRAFT",
    closedBecause: null,
  },
  puckState: { content: [], root: { props: {} } },
};

const FIELDS = Object.keys(UniqueDocument.shape) as (keyof UniqueDocument)[];

describe("a document that comes back", () => {
  test("as it was told differs in nothing, whole or in part, its keys in any order", () => {
    const reversed = Object.fromEntries(Object.entries(TOLD).toReversed());
    expect(findChangedField(TOLD, structuredClone(TOLD))).toBeNull();
    expect(findChangedField(TOLD, reversed)).toBeNull();
    for (const field of FIELDS) expect(findChangedField(TOLD, { [field]: TOLD[field] })).toBeNull();
  });

  test.each(FIELDS.filter((field) => field !== "status"))("API-5 with another %s differs in it", (field) => {
    expect(findChangedField(TOLD, { ...TOLD, [field]: OTHERS[field] })).toBe(field);
    expect(findChangedField({ ...TOLD, [field]: OTHERS[field] }, TOLD)).toBe(field);
  });

  test("with another status differs in nothing else, and a fresh link is no difference", () => {
    expect(findChangedField(TOLD, { ...TOLD, status: "DECLINED" })).toBeNull();
    const documentSnapshots = TOLD.documentSnapshots.map((one) => ({
      ...one,
      uri: "/api/files/1?expires=2",
    }));
    expect(findChangedField(TOLD, { ...TOLD, documentSnapshots })).toBeNull();
    const older = TOLD.documentSnapshots.map((one) => ({ ...one, createdAt: TOLD.createdAt }));
    expect(findChangedField(TOLD, { ...TOLD, documentSnapshots: older })).toBe("documentSnapshots");
  });
});
