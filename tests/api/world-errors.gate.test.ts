import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadWorld } from "#server/world/load-world.ts";
import { readWorldFile } from "#server/world/parse-world.ts";
import { WorldRefusedError } from "#server/world/world-error.ts";
import { makeDocument, makeGeneralDocument, makeOrganization, makePerson } from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), "counterpart-world-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

/** The errors of an import, after checking that it changed nothing. */
async function errorsOf(world: object | string): Promise<string[]> {
  const before = await readAllTables(app.db);
  const text = typeof world === "string" ? world : JSON.stringify({ worldVersion: 1, ...world });
  const error = await loadWorld(app.deps, text).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof WorldRefusedError)) throw error ?? new Error("The file was not refused");
  expect(await readAllTables(app.db)).toEqual(before);
  return error.errors.map(({ place, message }) => `${place}: ${message}`);
}

const organization = { organizationId: "wren", organizationName: "Blue Wren Bakery", status: "ACTIVE" };
const rosa = {
  userProfileId: "rosa",
  firstName: "Rosa",
  lastName: "Keller",
  email: "rosa@wren.example",
  permissions: [{ organizationId: "wren", permissionType: "write" }],
};
const puckState = { root: { props: {} }, content: [] };
const document = {
  uniqueDocumentId: "doc",
  organizationId: "wren",
  externalId: "P-1",
  name: "A proposal",
  slug: "a-proposal",
  documentType: "PROPOSAL",
  status: "PENDING",
  puckState,
};
const invoice = {
  invoiceId: "inv",
  organizationId: "wren",
  externalId: "I-1",
  name: "Bread",
  invoiceStatus: "PAID",
};
const workOrder = { organizationId: "wren", externalId: "W-1", name: "Baking", workOrderStatus: "OPEN" };
const other = { organizationId: "other", organizationName: "Another", status: "ACTIVE" };
const otherInvoice = { ...invoice, invoiceId: "inv-2", organizationId: "other" };

/** A small valid world with these lists replaced. */
const worldWith = (lists: object) => ({
  organizations: [organization],
  people: [rosa],
  products: [{ productId: "bread", productName: "Bread" }],
  invoices: [invoice],
  documents: [document],
  workOrders: [{ ...workOrder, workOrderId: "order", uniqueDocument: "doc" }],
  generalDocuments: [{ generalDocumentId: "terms", name: "Terms", richText: "<p>Terms</p>" }],
  ...lists,
});

const page = (...content: object[]) => [{ ...document, puckState: { ...puckState, content } }];
const text = (id: unknown) => ({ type: "Paragraph", props: { id } });
const box = (id: string, ...content: object[]) => ({ type: "Container", props: { id, content } });
const quote = (...workOrderIds: string[]) => ({
  type: "WorkOrders",
  props: { id: "q", workOrderData: { workOrderIds } },
});

test.each<[string, object, ...string[]]>([
  ["another version", { worldVersion: 2 }, "worldVersion: Expected 1"],
  ["an unknown list", { worldOrders: [] }, "worldOrders: Not a part of a world file"],
  ["a list that is none", { products: {} }, "products: Expected a list"],
  ["a record that is none", { products: [5] }, "products[0]: Invalid input: expected object"],
  ["a missing field", { products: [{}] }, "products[0].productName: Missing: expected string"],
  [
    "an unknown field",
    { products: [{ productName: "Bread", rate: 5 }] },
    'products[0]: Unrecognized key: "rate"',
  ],
  [
    "a wrong word",
    { organizations: [{ ...organization, status: "active" }] },
    "organizations[0].status: Invalid option",
  ],
  [
    "an id that cannot be one",
    { products: [{ productId: "a b", productName: "Bread" }] },
    "products[0].productId: An id has",
  ],
  [
    "a moment that is none",
    { invoices: [{ ...invoice, createdAt: "yesterday" }] },
    "invoices[0].createdAt: Expected a moment such as",
  ],
  [
    "a link that acts",
    { organizations: [{ ...organization, quickLinks: [{ label: "x", url: "javascript:x" }] }] },
    "organizations[0].quickLinks[0].url: Invalid URL",
  ],
  [
    "too many digits",
    { products: [{ productName: "Bread", productRate: 123_456_789_012.1234 }] },
    "products[0].productRate: Please use at most 15 digits",
  ],
  [
    "documents that cost more than can be counted",
    {
      products: [{ productId: "bread", productName: "Bread", productRate: 999_999_999_999 }],
      workOrders: ["doc", "doc-2"].map((id) => ({
        ...workOrder,
        workOrderId: `order-of-${id}`,
        externalId: id,
        uniqueDocument: id,
        products: [{ productId: "bread", total: 2 }],
      })),
      documents: [
        { ...document, uniqueDocumentId: "fine", externalId: "P-0", slug: "fine" },
        ...page(quote("order-of-doc")),
        {
          ...document,
          uniqueDocumentId: "doc-2",
          externalId: "P-2",
          slug: "p-2",
          status: "APPROVED",
          decision: { by: "rosa", at: "-1d" },
          puckState: { ...puckState, content: [quote("order-of-doc-2")] },
        },
      ],
    },
    "documents[1]: This document would come to a trillion dollars or more",
    "documents[2]: This document would come to a trillion dollars or more",
  ],
  [
    "a quantity of nothing",
    { workOrders: [{ ...workOrder, products: [{ productId: "bread", total: 0 }] }] },
    "workOrders[0].products[0].total: A quantity is at least 0.001",
  ],
  [
    "a character that can't be kept",
    { products: [{ productName: "Bre\0ad" }] },
    "products[0].productName: The character \\u0000 cannot be kept",
  ],
  [
    "half a character",
    { documents: page({ type: "Paragraph", props: { id: "a", text: "\ud83d" } }) },
    "documents[0].puckState.content[0].props.text: Half of a character",
  ],
  [
    "an endless text",
    { generalDocuments: [{ name: "Terms", richText: "x".repeat(200_001) }] },
    "generalDocuments[0].richText: This text has 200,001 characters",
  ],
  [
    "an id that is there twice",
    {
      products: [
        { productId: "a", productName: "A" },
        { productId: "a", productName: "B" },
      ],
    },
    'products[1].productId: "a" is the id of products[0] already',
  ],
  [
    "records that nothing tells apart",
    { products: [{ productName: "A" }, { productName: "A" }] },
    "products[1]: Has the same productName as products[0]; give each its own productId",
  ],
  [
    "an email that is there twice",
    { people: [rosa, { ...rosa, userProfileId: "r2", email: "ROSA@wren.example" }] },
    "people[1].email: people[0] has this email already",
  ],
  [
    "a slug that is there twice",
    { documents: [document, { ...document, uniqueDocumentId: "doc-2" }] },
    'documents[1].slug: documents[0] has the slug "a-proposal" already',
  ],
  [
    "two sign-ins with one email",
    { signIns: [{ email: rosa.email, name: "R", password: "owls-888" }] },
    "signIns[0].email: people[0] signs in with this email already",
  ],
  [
    "two General Terms",
    { generalDocuments: ["a", "b"].map((name) => ({ name, richText: "", isGeneralTerms: true })) },
    "generalDocuments[1].isGeneralTerms: generalDocuments[0] is the General Terms and Conditions already",
  ],
  [
    "an unknown organization",
    { invoices: [{ ...invoice, organizationId: "wern" }] },
    'invoices[0].organizationId: There is no organization "wern", neither in this file nor in the database',
  ],
  [
    "an unknown product",
    { workOrders: [{ ...workOrder, products: [{ productId: "brad", total: 1 }] }] },
    'workOrders[0].products[0].productId: There is no product "brad"',
  ],
  [
    "an unknown document",
    { workOrders: [{ ...workOrder, uniqueDocument: "dock" }] },
    'workOrders[0].uniqueDocument: There is no document "dock"',
  ],
  [
    "an unknown work order in a page",
    { documents: page(box("b", quote("order", "ordre"))) },
    'documents[0].puckState.content[0].props.content[0].props.workOrderData.workOrderIds[1]: There is no work order "ordre"',
  ],
  [
    "a work order of another document in a page",
    {
      documents: [
        ...page(quote("order")),
        {
          ...document,
          uniqueDocumentId: "doc-2",
          externalId: "P-2",
          slug: "p-2",
          puckState: { ...puckState, content: [quote("order")] },
        },
      ],
    },
    `documents[1].puckState.content[0].props.workOrderData.workOrderIds[0]: The work order "order" isn't of this document: its uniqueDocument is "doc"`,
  ],
  [
    "an unknown person",
    { documents: [{ ...document, status: "DECLINED", decision: { by: "rosy@wren.example", at: "-1d" } }] },
    'documents[0].decision.by: There is no person "rosy@wren.example"',
  ],
  [
    "an invoice of another organization",
    {
      organizations: [organization, other],
      invoices: [invoice, otherInvoice],
      documents: [{ ...document, invoice: "inv-2" }],
    },
    'documents[0].invoice: The invoice "inv-2" belongs to another organization ("other")',
  ],
  [
    "a person active where they do not belong",
    { organizations: [organization, other], people: [{ ...rosa, activeOrganizationId: "other" }] },
    'people[0].activeOrganizationId: This person doesn\'t belong to "other"',
  ],
  [
    "two permissions in one organization",
    {
      people: [
        { ...rosa, permissions: [...rosa.permissions, { organizationId: "wren", permissionType: "read" }] },
      ],
    },
    'people[0].permissions[1].organizationId: This person has a permission in "wren" already',
  ],
  [
    "a notification about a stranger's organization",
    {
      organizations: [organization, other],
      notifications: [{ userId: "rosa", organizationId: "other", message: "Hi", createdAt: "-1d" }],
    },
    'notifications[0].userId: This person doesn\'t belong to "other"',
  ],
  [
    "an approval without a decision",
    { documents: [{ ...document, status: "APPROVED" }] },
    "documents[0].decision: An APPROVED document needs who decided",
  ],
  [
    "a decision on what is pending",
    { documents: [{ ...document, decision: { by: "rosa", at: "-1d" } }] },
    "documents[0].decision: A PENDING document has no decision yet",
  ],
  [
    "a signature without a signer",
    { signedGeneralDocuments: [{ documentId: "terms", signedAt: "-1d" }] },
    "signedGeneralDocuments[0].userEmail: Needed where userId is left out",
    "signedGeneralDocuments[0].userFirstName: Needed",
    "signedGeneralDocuments[0].userLastName: Needed",
  ],
  [
    "no page",
    { documents: [{ ...document, puckState: undefined }] },
    "documents[0].puckState: Expected a page",
  ],
  [
    "a page without blocks",
    { documents: [{ ...document, puckState: { root: {} } }] },
    "documents[0].puckState.content: Expected a list of blocks",
  ],
  [
    "a block without an id",
    { documents: page(text("a"), { type: "Heading", props: {} }) },
    "documents[0].puckState.content[1].props.id: ",
  ],
  [
    "a nested block that is none",
    { documents: page(box("b", box("c", text(5)))) },
    "documents[0].puckState.content[0].props.content[0].props.content[0].props.id: ",
  ],
  [
    "two blocks with one id",
    { documents: page(box("b", text("a")), text("a")) },
    'documents[0].puckState.content[1].props.id: The block at content.0.props.content.0 has the id "a" already',
  ],
  [
    "a zone of no block",
    { documents: [{ ...document, puckState: { ...puckState, zones: { "gone:content": [] } } }] },
    'documents[0].puckState.zones.gone:content: There is no block with the id "gone" on this page',
  ],
])("%s is refused with its place, and nothing is changed", async (_what, lists, ...expected) => {
  const errors = await errorsOf(worldWith(lists));
  expect(errors).toHaveLength(expected.length);
  for (const [at, start] of expected.entries()) expect(errors[at]).toContain(start);
});

test("all errors of a file are reported together, record by record, and a broken record causes no other errors", async () => {
  const errors = await errorsOf({
    organizations: [{ ...organization, status: "NEW" }],
    people: [{ ...rosa, email: "rosa" }],
    documents: [document, { ...document, uniqueDocumentId: "doc-2", externalId: "P-2", invoice: "inv" }],
    notifications: [{ userId: "rosa", organizationId: "wren", message: "", createdAt: "-1d" }],
  });
  expect(errors.map((error) => error.split(": ")[0])).toEqual([
    "documents[1].invoice",
    "documents[1].slug",
    "notifications[0].message",
    "organizations[0].status",
    "people[0].email",
  ]);
});

test.each([
  ["", ["line 1, column 1: Expected a value, found the end of the file"]],
  ["[]", ['line 1, column 1: Expected an object: { "worldVersion": 1, … }']],
  [
    '{\n  "worldVersion": 1,\n  "people": [\n    { "email": "a@b.example", }\n  ]\n}',
    ['line 4, column 31: Expected a name in double quotes, found "}"'],
  ],
  [
    '{ "worldVersion": 1, "products": [], "products": [] }',
    ['line 1, column 38: The name "products" is there twice in one object'],
  ],
  [`{"products": [${"[".repeat(200_000)}`, ["line 1, column 113: Nested more than 100 levels deep"]],
])("JSON that cannot be read is refused with line and column: %.60j", async (broken, expected) => {
  expect(await errorsOf(broken)).toEqual(expected);
});

test("records that belong to another person in the database are refused", async () => {
  const person = await makePerson(app.db);
  const owner = await makeOrganization(app.db);
  const { slug, uniqueDocumentId } = await makeDocument(app.db, { organizationId: owner.organizationId });
  await makeGeneralDocument(app.db, { isGeneralTerms: true, name: "Terms of last year" });
  const errors = await errorsOf(
    worldWith({
      people: [rosa, { ...rosa, userProfileId: "rosa-2", email: person.email.toUpperCase() }],
      documents: [
        { ...document, slug },
        { ...document, uniqueDocumentId, externalId: "P-2", slug: "p-2" },
      ],
      generalDocuments: [{ generalDocumentId: "terms", name: "Terms", richText: "", isGeneralTerms: true }],
    }),
  );
  expect(errors).toEqual([
    `documents[0].slug: Another document in the database has the slug "${slug}" ("${uniqueDocumentId}")`,
    `documents[1].uniqueDocumentId: The document "${uniqueDocumentId}" is in the database already, of another organization`,
    expect.stringContaining(
      'generalDocuments[0].isGeneralTerms: The database has its General Terms and Conditions already: "Terms of last year"',
    ),
    expect.stringContaining("people[1].email: Another person in the database has this email already (Ada"),
  ]);
});

test("a file that is missing, too large or no text is refused in words", async () => {
  const path = join(folder, "world.json");
  await expect(readWorldFile(path)).rejects.toThrow(`${path}: The file can't be read: it does not exist.`);
  await writeFile(path, Buffer.from([0x7b, 0xff, 0x7d]));
  await expect(readWorldFile(path)).rejects.toThrow("isn't UTF-8");
  await truncate(path, 65 * 1024 * 1024);
  await expect(readWorldFile(path)).rejects.toThrow(
    "The file has 65.0 MB; at most 64 MB are loaded at once.",
  );
  await expect(readWorldFile(folder)).rejects.toThrow("The file can't be read: it is a folder.");
});
