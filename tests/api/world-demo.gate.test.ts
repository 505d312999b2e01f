import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { SIGNATURE_TYPES } from "#domain/agreements/general-document.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPES } from "#domain/documents/unique-document.ts";
import { INVOICE_STATUSES } from "#domain/invoices/invoice.ts";
import { isWhollyShowable, unshowableTypes } from "#domain/page/known-blocks.ts";
import { isLocked } from "#domain/page/locks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { PAGE_VERSION } from "#domain/page/page-version.ts";
import { isStandardVariable } from "#domain/page/standard-variables.ts";
import { variablesOf } from "#domain/page/variables.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { WORK_ORDER_STATUSES } from "#domain/work-orders/work-order.ts";
import { isPending } from "#server/images/queries.ts";
import { userProfiles } from "#server/schema/account.ts";
import {
  generalDocuments,
  generalDocumentVersions,
  signedGeneralDocuments,
} from "#server/schema/agreements.ts";
import { documentSnapshots } from "#server/schema/document-versions.ts";
import { invoices, uniqueDocuments } from "#server/schema/documents.ts";
import { images } from "#server/schema/images.ts";
import { notifications } from "#server/schema/notifications.ts";
import { organizations } from "#server/schema/organizations.ts";
import { templates } from "#server/schema/templates.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import demoWorld from "#server/world/demo/world.json?raw";
import { loadDemoWorld } from "#server/world/load-demo.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { createTestApp, startTestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";
import { speakerOf } from "#tests/support/world.ts";

const HARBOUR = "harbour-coffee";

const app = await startTestApp();
const told = await loadDemoWorld(app.deps);

test("the demo world lists its sign-ins, and each of them works", async () => {
  const emails = ["writer", "reader", "pending", "staff", "editor", "viewer", "stranger"].map(
    (name) => `${name}@demo.test`,
  );
  expect(told.map((line) => line.split(" ")[0])).toEqual(emails);
  for (const email of emails) {
    const body = { email, password: "counterpart-demo" };
    expect((await app.rawRequest("POST /api/auth/sign-in/email", { body })).status).toBe(200);
  }
  const strangers = await app.db
    .select()
    .from(userProfiles)
    .where(eq(userProfiles.email, "stranger@demo.test"));
  expect(strangers).toEqual([]);
});

test("DOCS-1 VIEW-2 APPR-2 the demo world has documents of every type in every status", async () => {
  const rows = await app.db.select().from(uniqueDocuments).where(eq(uniqueDocuments.organizationId, HARBOUR));
  const there = new Set(rows.map(({ documentType, status }) => `${documentType} ${status}`));
  const all = DOCUMENT_TYPES.flatMap((type) => DOCUMENT_STATUSES.map((status) => `${type} ${status}`));
  expect([...there].toSorted()).toEqual(all.toSorted());
});

test("APPR-5 BLOCK-1 every block of the demo world's documents can be shown, and none that is out is empty", async () => {
  const rows = await app.db.select().from(uniqueDocuments);
  for (const { name, status, puckState } of rows) {
    const { page } = migratePage(puckState);
    expect({ name, unshowable: unshowableTypes(page) }).toEqual({ name, unshowable: [] });
    if (status !== "DRAFT")
      expect({ name, isWhole: isWhollyShowable(page) }).toEqual({ name, isWhole: true });
  }
});

test("STUDIO-9 the demo world has templates with locked terms and prompted variables, and no unknown variable", async () => {
  const rows = await app.db.select().from(templates);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(["Care agreement", "Website proposal"]);
  for (const { page: stored, variables } of rows) {
    const { page, problems } = migratePage(stored);
    expect([...problems, ...unshowableTypes(page)]).toEqual([]);
    expect(allItems(page).some(isLocked)).toBe(true);
    const named = variablesOf(page).map(({ name }) => name);
    const own = variables.map(({ name }) => name);
    expect(named.filter((name) => !isStandardVariable(name)).toSorted()).toEqual(own.toSorted());
  }
});

test("WORK-4 INV-1 INV-5 the demo world has work orders and invoices of every status, with and without Xero link", async () => {
  const orders = await app.db.select().from(workOrders).where(eq(workOrders.organizationId, HARBOUR));
  expect(new Set(orders.map((one) => one.workOrderStatus))).toEqual(new Set(WORK_ORDER_STATUSES));
  const optional = orders.filter((one) => one.isOptional);
  expect(new Set(optional.map((one) => one.doesClientWantWorkDone))).toEqual(new Set([true, false]));
  const bills = await app.db.select().from(invoices).where(eq(invoices.organizationId, HARBOUR));
  expect(new Set(bills.map((one) => one.invoiceStatus))).toEqual(new Set(INVOICE_STATUSES));
  expect(new Set(bills.map((one) => one.xeroLink === null))).toEqual(new Set([true, false]));
});

test("DASH-6 NOTE-2 SIGN-4 the demo world has quick links, notifications of every kind, and signed agreements", async () => {
  const notes = await app.db.select().from(notifications);
  expect(new Set(notes.map((one) => one.read))).toEqual(new Set([true, false]));
  expect(new Set(notes.map(({ link }) => (link === null ? "none" : link.includes("http"))))).toEqual(
    new Set(["none", true, false]),
  );
  const all = await app.db.select().from(organizations);
  expect(all.map((one) => [one.organizationName, one.status]).toSorted()).toEqual([
    ["Fernwood Dental", "ACTIVE"],
    ["Harbour Coffee Roasters", "ACTIVE"],
    ["Saltbush Tours", "INACTIVE"],
  ]);
  expect(all.find((one) => one.organizationId === HARBOUR)?.quickLinks.length).toBeGreaterThan(2);
  const agreements = await app.db.select().from(generalDocumentVersions);
  expect(new Set(agreements.map((one) => one.signatureType))).toEqual(new Set(SIGNATURE_TYPES));
  expect(await app.db.$count(generalDocuments, eq(generalDocuments.isGeneralTerms, true))).toBe(1);
  expect(await app.db.$count(signedGeneralDocuments)).toBeGreaterThan(3);
});

test("every page of the demo world is sound, one of them in the old format, and every internal link leads somewhere", async () => {
  const rows = await app.db.select().from(uniqueDocuments);
  const problems = rows.flatMap((row) => migratePage(row.puckState).problems);
  expect(problems).toEqual([]);
  const written: { puckState: PuckState }[] = JSON.parse(demoWorld).documents;
  expect(written.filter(({ puckState }) => puckState.zones !== undefined)).toHaveLength(1);
  expect(rows.map(({ puckState }) => [puckState.version, puckState.zones])).toEqual(
    rows.map(() => [PAGE_VERSION, undefined]),
  );
  const sources = rows.flatMap((row) =>
    allItems(row.puckState)
      .filter((item) => item.type === "Image")
      .map((item) => String(item.props.src)),
  );
  for (const source of sources) expect(readFileSync(`public${source}`, "utf8")).toMatch(/^<svg/);

  const notes = await app.db.select().from(notifications);
  const known = new Set([
    "/user",
    ...rows.map((row) => `/doc/${row.slug}`),
    ...(await app.db.select().from(workOrders)).map((row) => `/work-orders/${row.workOrderId}`),
    ...(await app.db.select().from(invoices)).map((row) => `/invoices/${row.invoiceId}`),
  ]);
  const links = notes.map((one) => one.link).filter((link) => link?.startsWith("/"));
  expect(links.filter((link) => !known.has(link ?? ""))).toEqual([]);
});

test("PRICE-1 PRICE-2 the proposal that sells has a discount, and optional work of which some is wanted", async () => {
  const writer = await speakerOf(app, "writer@demo.test");
  const proposal = await app.request(getDocument, { as: writer, params: { id: "doc-1042" } });
  expect(proposal.status).toBe("PENDING");
  const required = 2 * 1450 + 48.5 * 165 + 4200 + 72 * 180 + 12.5 * 110 + 1650;
  const wanted = (36.25 * 180 + 14 * 165 + 3 * 150) * 0.9 + 3 * 560 + 1.5 * 320;
  expect(proposal.totalCost).toBeCloseTo((required + wanted) * 0.95 * 1.1, 2);
});

test("DOCS-3 the approved documents of the demo world get their PDFs, and a second start changes nothing", async () => {
  const approved = await app.db.$count(uniqueDocuments, eq(uniqueDocuments.status, "APPROVED"));
  await expect.poll(() => app.db.$count(documentSnapshots), { interval: 200 }).toBe(approved);
  // Each try to fetch an image changes its row.
  await expect.poll(() => app.db.$count(images, isPending())).toBe(0);
  const reader = await speakerOf(app, "reader@demo.test");
  const documents = await app.request(listDocuments, { as: reader });
  for (const { status, documentSnapshots: snapshots } of documents) {
    expect(snapshots).toHaveLength(status === "APPROVED" ? 1 : 0);
  }
  const before = await readAllTables(app.db);
  expect(await loadDemoWorld(app.deps)).toEqual(told);
  expect(await readAllTables(app.db)).toEqual(before);
});

test("data of an older demo world lists only the sign-ins of people that it contains", async () => {
  const older = await createTestApp();
  try {
    const world = JSON.parse(demoWorld) as { people: { email: string }[] };
    const people = world.people.filter(({ email }) => email !== "viewer@demo.test");
    await loadWorld(older.deps, JSON.stringify({ ...world, people }));
    const kept = told.filter((line) => !line.startsWith("viewer@demo.test"));
    expect(await loadDemoWorld(older.deps)).toEqual(kept);
  } finally {
    await older.close();
  }
});
