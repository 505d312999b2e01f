import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getDocument, receiveDocument } from "#contract/documents.ts";
import { UniqueDocument } from "#domain/documents/unique-document.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { makeOrganization, makePerson, makeQuote, type TestPerson } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

async function setUp(given: { status?: "DRAFT" | "PENDING" } = {}) {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const { organizationId } = organization;
  const { document } = await makeQuote(app.db, { organizationId, document: given });
  const { uniqueDocumentId } = document;
  const current = await app.request(getDocument, { as: writer, params: { id: uniqueDocumentId } });
  return { organization, writer, current, uniqueDocumentId };
}

type Sent = Partial<UniqueDocument> & { uniqueDocumentId: string };
const save = (as: TestPerson, body: Sent) => app.request(receiveDocument, { as, body });
const refuse = (as: TestPerson, body: Sent) => app.refusal(receiveDocument, { as, body });

/** The stored row and decision, which a refused request must leave unchanged. */
async function stored(id: string) {
  return {
    row: await app.db.select().from(uniqueDocuments).where(eq(uniqueDocuments.uniqueDocumentId, id)),
    decisions: await app.db
      .select()
      .from(documentDecisions)
      .where(eq(documentDecisions.uniqueDocumentId, id)),
  };
}

describe("a document sent back as it is", () => {
  test("API-1 answers the document, whole or in part, and changes nothing", async () => {
    const { writer, current, uniqueDocumentId } = await setUp();
    const before = await stored(uniqueDocumentId);
    expect(await save(writer, current)).toEqual(current);
    expect(await save(writer, { uniqueDocumentId })).toEqual(current);
    expect(await save(writer, { uniqueDocumentId, status: "PENDING", name: current.name })).toEqual(current);
    expect(await stored(uniqueDocumentId)).toEqual(before);
  });

  test("API-1 APPR-5 with status APPROVED it is accepted as by the other call, with the same receipt again", async () => {
    const { organization, writer, current } = await setUp();
    const receipt = await save(writer, { ...current, status: "APPROVED" });
    expect(receipt).toMatchObject({
      status: "APPROVED",
      contentHash: current.contentHash,
      approvedBy: { userEmail: writer.email },
    });
    const again = await save(writer, { ...current, status: "APPROVED" });
    expect(again.approvedBy).toEqual(receipt.approvedBy);
    expect((await stored(current.uniqueDocumentId)).decisions).toHaveLength(1);

    const colleague = await makePerson(app.db, { organization });
    expect(await refuse(colleague, { ...current, status: "APPROVED" })).toMatchObject({
      status: 409,
      details: { reason: "already-decided" },
    });
  });

  test("APPR-5 the specification's short form is accepted with the content hash", async () => {
    const { writer, current, uniqueDocumentId } = await setUp();
    expect(await refuse(writer, { uniqueDocumentId, status: "APPROVED" })).toMatchObject({
      status: 400,
      message: expect.stringContaining("contentHash"),
      details: { issues: [{ path: "/contentHash" }] },
    });
    const { contentHash } = current;
    expect((await save(writer, { uniqueDocumentId, status: "APPROVED", contentHash })).status).toBe(
      "APPROVED",
    );
  });
});

/** Another value for every field of a document except its id. */
const OTHERS: { [Field in Exclude<keyof UniqueDocument, "uniqueDocumentId">]: UniqueDocument[Field] } = {
  organizationId: "another-organization",
  externalId: "P-1",
  name: "Another name",
  slug: "another-slug",
  templateId: "another-template",
  documentType: "LEGAL_DOCUMENT",
  status: "DECLINED",
  closedBecause: "EXPIRED",
  validUntil: "2020-01-01",
  invoice: "another-invoice",
  totalCost: 1,
  hidesPrices: true,
  createdAt: "2020-01-01T00:00:00.000Z",
  updatedAt: "2020-01-01T00:00:00.000Z",
  approvedBy: { userName: "Eve", userEmail: "eve@example.test", approvedTime: "2020-01-01T00:00:00.000Z" },
  documentSnapshots: [{ status: "APPROVED", createdAt: "2020-01-01T00:00:00.000Z", uri: "/api/files/x" }],
  contentHash: "0".repeat(64),
  isRecalled: true,
  isBroughtIn: true,
  withdrawal: { withdrawnAt: "2020-01-01T00:00:00.000Z", reason: "Forged" },
  predecessor: {
    uniqueDocumentId: "forged",
    externalId: "P-0",
    name: "Forged",
    status: "DRAFT",
    closedBecause: null,
  },
  puckState: { content: [], root: { props: { title: "Another page" } } },
};
const FIELDS = Object.keys(UniqueDocument.shape).filter((name) => name !== "uniqueDocumentId");

describe("a field that is the server's", () => {
  test.each(FIELDS)(
    "API-5 %s is refused by its name, alone and within the whole, and stays",
    async (name) => {
      const field = name as keyof typeof OTHERS;
      const { writer, current, uniqueDocumentId } = await setUp();
      const before = await stored(uniqueDocumentId);
      for (const rest of [{ uniqueDocumentId }, current]) {
        const refusal = await refuse(writer, { ...rest, [field]: OTHERS[field] });
        expect(refusal).toMatchObject({ status: 403, details: { reason: "server-owned", field } });
        expect(refusal.message).toContain(field);
      }
      expect(await stored(uniqueDocumentId)).toEqual(before);
    },
  );

  test.each(FIELDS.filter((name) => !["status", "contentHash"].includes(name)))(
    "API-5 APPR-5 %s cannot ride along with an acceptance",
    async (name) => {
      const field = name as keyof typeof OTHERS;
      const { writer, current, uniqueDocumentId } = await setUp();
      const before = await stored(uniqueDocumentId);
      const refusal = await refuse(writer, { ...current, status: "APPROVED", [field]: OTHERS[field] });
      expect(refusal).toMatchObject({ status: 403, details: { field } });
      expect(await stored(uniqueDocumentId)).toEqual(before);
    },
  );

  test.each(["DRAFT", "PENDING", "DECLINED"] as const)(
    "API-5 an acceptance cannot be undone by %s",
    async (status) => {
      const { writer, current, uniqueDocumentId } = await setUp();
      const receipt = await save(writer, { ...current, status: "APPROVED" });
      const refusal = await refuse(writer, { ...receipt, status });
      expect(refusal).toMatchObject({ status: 403, details: { field: "status" } });
      expect((await stored(uniqueDocumentId)).row).toMatchObject([{ status: "APPROVED" }]);
    },
  );
});

describe("old, foreign or malformed requests", () => {
  test("APPR-5 a document that changed since it was read is not accepted, whatever else was sent", async () => {
    const { writer, current, uniqueDocumentId } = await setUp();
    await app.db
      .update(uniqueDocuments)
      .set({ name: "Renamed" })
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    expect(await refuse(writer, { ...current, status: "APPROVED" })).toMatchObject({
      status: 409,
      details: { reason: "content-changed" },
    });
    expect((await stored(uniqueDocumentId)).decisions).toEqual([]);
  });

  test("APPR-5 a draft is not accepted", async () => {
    const { writer, current } = await setUp({ status: "DRAFT" });
    expect(await refuse(writer, { ...current, status: "APPROVED" })).toMatchObject({
      status: 409,
      details: { reason: "still-draft" },
    });
  });

  test("API-5 another organization's document answers as one that is not there, a reader is refused", async () => {
    const { organization, current, uniqueDocumentId } = await setUp();
    const stranger = await makePerson(app.db);
    expect(await refuse(stranger, { ...current, status: "APPROVED" })).toEqual(
      await refuse(stranger, { ...current, uniqueDocumentId: "no-such-document", status: "APPROVED" }),
    );
    const reader = await makePerson(app.db, { organization, permission: "read" });
    expect(await refuse(reader, { uniqueDocumentId })).toMatchObject({
      status: 403,
      details: { reason: "read-only" },
    });
  });

  test.each([
    ["no id", {}],
    ["an unknown field", { uniqueDocumentId: "doc", adminRole: "owner" }],
    ["a status that is none", { uniqueDocumentId: "doc", status: "SIGNED" }],
    ["a page that is none", { uniqueDocumentId: "doc", puckState: "<p>" }],
  ])("API-2 %s is refused", async (_what, body) => {
    const { writer } = await setUp();
    const response = await app.rawRequest("PATCH /api/unique-document/user", { as: writer, body });
    expect(response.status).toBe(400);
  });
});
