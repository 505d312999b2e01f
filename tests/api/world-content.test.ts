import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDocumentBySlug } from "#contract/documents.ts";
import { createGeneralDocuments } from "#server/agreements/create-general-documents.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { authUsers } from "#server/schema/identity.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { unique } from "#tests/support/factories.ts";
import { mailedCode } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";
import { casesFor } from "#tests/support/suite-cases.ts";
import { load, makeBasics, makeWorldPage, PASSWORD_IN_FILE, speakerOf } from "#tests/support/world.ts";

const app = await startTestApp();

test("people sign in with the password of the file, or by mailed code set the first one themselves", async () => {
  const { email, lists } = makeBasics();
  const without = `${unique("Quiet")}@Example.test`;
  const never = `${unique("never")}@example.test`;
  await load(app, {
    organizations: lists.organizations,
    people: [
      ...lists.people,
      { firstName: "Quiet", lastName: "One", email: without },
      { firstName: "No", lastName: "Sign-in", email: never, signIn: false },
    ],
  });
  expect(await signIn(email, PASSWORD_IN_FILE)).toBe(200);
  expect(await signIn(email, "another-password")).toBe(401);

  const mine = without.toLowerCase();
  expect(await signIn(mine, PASSWORD_IN_FILE)).toBe(401);
  await post("email-otp/request-password-reset", { email: mine });
  const otp = await mailedCode(app, mine);
  expect(await post("email-otp/reset-password", { email: mine, otp, password: "my-very-first" })).toBe(200);
  expect(await signIn(mine, "my-very-first")).toBe(200);
  expect(await app.db.select().from(authUsers).where(eq(authUsers.email, never))).toEqual([]);
});

test("CARE-9 a file with common passwords, or with ids that are parts of addresses, is refused at their places", async () => {
  const { lists } = makeBasics();
  const [person] = lists.people;
  const refused = load(app, {
    organizations: lists.organizations,
    people: [{ ...person, password: "Password1" }],
    signIns: [{ email: `${unique("ada")}@wren.example`, name: "Ada", password: "12345678" }],
  });
  await expect(refused).rejects.toThrow(
    /people\[0\]\.password: Many people use this password[\s\S]*signIns\[0\]/,
  );
  const products = [{ productId: "list", productName: "Bread" }];
  await expect(load(app, { products })).rejects.toThrow(/products\[0\]\.productId: This word is a part of/);
});

async function post(path: string, body: object): Promise<number> {
  return (await app.rawRequest(`POST /api/auth/${path}`, { body })).status;
}

const signIn = (email: string, password: string) => post("sign-in/email", { email, password });

test("a decided document is frozen with its prices and choices, by the portal's own hand", async () => {
  const { organizationId, email, lists } = makeBasics();
  const documentId = unique("doc");
  const [wanted, unwanted, productId] = [unique("order"), unique("order"), unique("product")];
  const workOrder = (workOrderId: string, doesClientWantWorkDone: boolean) => ({
    workOrderId,
    organizationId,
    externalId: workOrderId,
    name: workOrderId,
    workOrderStatus: "DONE",
    uniqueDocument: documentId,
    products: [{ productId, total: 2 }],
    optional: { isOptional: true, doesClientWantWorkDone },
  });
  await load(app, {
    ...lists,
    products: [{ productId, productName: "Oven", productRate: 1000.01 }],
    documents: [
      {
        uniqueDocumentId: documentId,
        organizationId,
        externalId: "S-1",
        name: documentId,
        documentType: "SCOPE_OF_WORK",
        status: "DECLINED",
        decision: { by: email.toUpperCase(), at: "2026-02-03T10:00:00+11:00" },
        puckState: makeWorldPage("Ovens", [wanted, unwanted]),
      },
    ],
    workOrders: [workOrder(wanted, true), workOrder(unwanted, false)],
  });
  const [decision] = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, documentId));
  expect(decision).toMatchObject({
    decision: "DECLINED",
    userName: "Rosa Keller",
    userEmail: email,
    organizationName: "Blue Wren Bakery",
    decidedAt: new Date("2026-02-02T23:00:00Z"),
    totalCost: "2200.020000",
  });
  expect(decision?.organizationPermissionId).not.toBeNull();
  const rosa = await speakerOf(app, email);
  const seen = await app.request(getDocumentBySlug, {
    as: rosa,
    params: { slug: slugOf(documentId, "S-1") },
  });
  expect(seen.approvedBy).toMatchObject({ userEmail: email, approvedTime: "2026-02-02T23:00:00.000Z" });
  expect(seen.totalCost).toBe(2200.02);
  expect(seen.contentHash).toBe(decision?.contentHash);
  const [load_] = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, "world.load"))
    .limit(1);
  expect(load_?.subjectId).toMatch(/^[0-9a-f]{64}$/);
});

const slugOf = (name: string, externalId: string) => `${name}-${externalId}`.toLowerCase();

test("BLOCK-18 HTML is stored without anything that can act: in blocks, in old zones, descriptions and terms", async () => {
  const { organizationId, lists } = makeBasics();
  const documentId = unique("doc");
  const evil = `<p onclick="steal()">Good<script>steal()</script><img src=x onerror=steal()> <a href="javascript:steal()">day</a></p>`;
  const block = (id: string) => ({ type: "Paragraph", props: { id, text: evil } });
  await load(app, {
    ...lists,
    documents: [
      {
        uniqueDocumentId: documentId,
        organizationId,
        externalId: "P-1",
        name: documentId,
        documentType: "PROPOSAL",
        status: "PENDING",
        puckState: {
          root: { props: {} },
          content: [
            block("top"),
            {
              type: "Container",
              props: {
                id: "box",
                content: [{ type: "Container", props: { id: "inner", content: [block("deep")] } }],
              },
            },
            { type: "Container", props: { id: "old" } },
          ],
          zones: { "old:content": [block("zone")] },
        },
      },
    ],
    workOrders: [
      { organizationId, externalId: "W-1", name: "Work", workOrderStatus: "OPEN", description: evil },
    ],
    generalDocuments: [{ name: documentId, richText: evil }],
  });
  const stored = JSON.stringify(await readAllTables(app.db));
  expect(stored).not.toMatch(/steal/);
  // The page's three blocks are in the document and in its sent version.
  expect(stored.match(/<p>Good/g)).toHaveLength(3 + 3 + 2);
});

/** Of twelve kilobytes each. */
const DOCUMENTS = casesFor(42, 420);

test("a file of up to five megabytes loads", async () => {
  const { organizationId, lists } = makeBasics();
  const text = "All that the bakery needs, in a long and friendly sentence. ".repeat(200);
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => ({
    organizationId,
    externalId: `P-${at}`,
    name: `${organizationId} proposal ${at}`,
    documentType: "PROPOSAL",
    status: "PENDING",
    puckState: makeWorldPage(text),
  }));
  const world = JSON.stringify({ worldVersion: 1, ...lists, documents });
  expect(world.length).toBeGreaterThan(DOCUMENTS * 12_000 - 100_000);
  const report = await loadWorld(app.deps, world);
  expect(report.lists).toContainEqual({ list: "documents", added: DOCUMENTS, alreadyThere: 0 });
});

test("CARE-6 an import reports records with letters that PDFs may lack", async () => {
  const { lists } = makeBasics();
  const texts = {
    richText: "<p>ᏣᎳᎩ <b>ᎦᏬᏂ</b> বাংলা 日本語 &#x13a0;&#5025;</p>",
    signatureType: "ACKNOWLEDGE",
  };
  const generalDocuments = [
    { generalDocumentId: unique("plain"), name: "Plain", richText: "<p>Größe</p>" },
    { generalDocumentId: unique("terms"), name: "Terms", ...texts },
  ];
  const world = JSON.stringify({ worldVersion: 1, ...lists, generalDocuments });
  expect((await loadWorld(app.deps, world)).unprintable).toEqual([
    { place: "generalDocuments[1]", name: "Terms", letters: [..."ᏣᎳᎩᎦᏬᏂᎠᎡ"] },
  ]);
});

test("a general document whose text exceeds the limit of a page's text is refused on every path", async () => {
  const draft = {
    generalDocumentId: "long",
    name: "Long",
    signatureType: "ACKNOWLEDGE" as const,
    isGeneralTerms: false,
    updatedAt: new Date(),
  };
  const create = (richText: string) =>
    app.db.transaction((tx) => createGeneralDocuments(tx, [{ ...draft, richText }]));
  expect(await create("a".repeat(200_001))).toEqual({
    added: [],
    problems: [
      { at: 0, path: "richText", message: "This text has 200,001 characters; at most 200,000 are allowed" },
    ],
  });
  expect(await create("a".repeat(200_000))).toMatchObject({ added: [{ name: "Long" }], problems: [] });
});
