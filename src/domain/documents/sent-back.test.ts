import { describe, expect, test } from "vitest";
import { findChangedField } from "./sent-back.ts";
import { UniqueDocument } from "./unique-document.ts";

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
  withdrawal: { withdrawnAt: "2020-01-01T00:00:00.000Z", reason: "Forged" },
  predecessor: { uniqueDocumentId: "forged", externalId: "P-0", name: "Forged", status: "DRAFT" },
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
