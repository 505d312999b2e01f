import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  checkOrganizations,
  checkPeople,
  checkWorkOrders,
  exportOrganizations,
  exportPeople,
  exportWorkOrders,
  importOrganizations,
  importPeople,
  importWorkOrders,
} from "#contract/admin/imports.ts";
import { getOrganization } from "#contract/admin/organizations.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { exportProducts, importProducts } from "#contract/admin/products.ts";
import { getManagedWorkOrder, listManagedWorkOrders } from "#contract/admin/work-orders.ts";
import { listDocuments } from "#contract/documents.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { organizations } from "#server/schema/organizations.ts";
import { products } from "#server/schema/products.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeProduct,
  makeWorkOrder,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";
import { untilWaiting } from "#tests/support/until-waiting.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const lines = (...rows: string[]) => rows.join("\n");

test("COMPANY-13 organizations: new ones wait for an owner, an ID renames, and the same file again changes nothing", async () => {
  const word = unique("Pool");
  const { organizationId } = await makeOrganization(app.db, { organizationName: `${word} old` });
  const csv = `\uFEFFOrganization ID;Name;City\r\n;${word} new;Perth\r\n${organizationId};${word} renamed;\r\n`;
  const report = await app.request(checkOrganizations, { as: owner, body: { csv } });
  expect(report).toMatchObject({
    rows: [
      { line: 2, fate: "new", name: `${word} new` },
      { line: 3, fate: "changed", note: `name from “${word} old”` },
    ],
    ignored: ["City"],
  });
  const asChecked = report.digest;
  expect(await app.request(importOrganizations, { as: owner, body: { csv, asChecked } })).toEqual(
    report.counts,
  );
  const params = { id: organizationId };
  const renamed = await app.request(getOrganization, { as: owner, params });
  expect(renamed.organizationName).toBe(`${word} renamed`);
  const [added] = await app.db
    .select()
    .from(organizations)
    .where(eq(organizations.organizationName, `${word} new`));
  expect(added).toMatchObject({ status: "INACTIVE", quickLinks: [] });
  const audit = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, added?.organizationId ?? ""));
  expect(audit).toMatchObject([{ action: "organization.add", userProfileId: owner.userProfileId }]);
  expect(await app.request(importOrganizations, { as: owner, body: { csv } })).toMatchObject({
    new: 0,
    same: 2,
  });
  expect(await app.refusal(importOrganizations, { as: owner, body: { csv, asChecked } })).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile" },
  });
});

test("COMPANY-13 a person of a file signs in with a mailed code, and the import mails only whose right it changed", async () => {
  const organization = await makeOrganization(app.db, { organizationName: unique("Harbour & Co") });
  const known = await makePerson(app.db, { organization, permission: "read" });
  const email = `${unique("ana")}@import.test`;
  const csv = lines(
    "\uFEFFEmail;First name;Last name;Organization;Right\r",
    `${email};Ana;Silva;"${organization.organizationName}";Can read and accept\r`,
    `${known.email.toUpperCase()};Other;Name;${organization.organizationId};write\r`,
  );
  const mails = async () => (await readAllTables(app.db)).mails ?? [];
  const before = await mails();
  const theirPage = await openLive(app, { as: known });
  const counts = await app.request(importPeople, { as: owner, body: { csv } });
  expect(counts).toEqual({ new: 1, changed: 1, same: 0, wrong: 0 });
  const added = (await mails()).filter((one) => !before.includes(one));
  expect(added).toEqual([expect.stringContaining(`"recipient":"${known.email}"`)]);
  const told = { kind: "organization", id: organization.organizationId };
  await expect.poll(() => theirPage.events).toContainEqual(told);
  theirPage.close();
  const params = { id: organization.organizationId };
  const { members } = await app.request(listPeopleOfOrganization, { as: owner, params });
  expect(members.map((one) => [one.email.toLowerCase(), one.permissionType]).toSorted()).toEqual(
    [
      [email.toLowerCase(), "write"],
      [known.email.toLowerCase(), "write"],
    ].toSorted(),
  );
  const [ana] = await app.db.select().from(userProfiles).where(eq(userProfiles.email, email));
  expect(ana).toMatchObject({ firstName: "Ana", activeOrganizationId: organization.organizationId });
  // Their sign-in opens the portal like everybody's.
  const authUserId = ana?.authUserId ?? "";
  expect(await app.request(listDocuments, { as: { authUserId } })).toEqual([]);
  expect(await app.request(importPeople, { as: owner, body: { csv } })).toMatchObject({ new: 0, same: 2 });
});

test("COMPANY-13 work orders: products by name, a document by number; what clients see stays as it is", async () => {
  const organization = await makeOrganization(app.db, { organizationName: unique("Wren") });
  const { organizationId, organizationName } = organization;
  const design = await makeProduct(app.db, { productName: unique("Design"), productUnit: "hour" });
  const document = await makeDocument(app.db, { organizationId, externalId: unique("P") });
  const shown = await makeWorkOrder(app.db, { organizationId, externalId: unique("WO") });
  const head = "Number;Organization;Name;Document;Products;Discount;Discount name;Optional;Description";
  const csv = lines(
    `\uFEFF${head}`,
    `;${organizationName};=Website;${document.externalId};${design.productName} (hour): 8.5;10%;Launch;Yes;<b>All</b><script>x</script>`,
    `${shown.externalId};${organizationId};${shown.name};;;;;;`,
  );
  const report = await app.request(checkWorkOrders, { as: owner, body: { csv } });
  expect(report.rows).toMatchObject([{ fate: "new" }, { fate: "same" }]);
  await app.request(importWorkOrders, { as: owner, body: { csv } });
  const all = await app.request(listManagedWorkOrders, { as: owner });
  const added = all.find((one) => one.organizationId === organizationId && one.name === "=Website");
  expect(
    await app.request(getManagedWorkOrder, { as: owner, params: { id: added?.workOrderId ?? "" } }),
  ).toMatchObject({
    externalId: expect.stringMatching(/^WO-\d+$/),
    products: [{ productId: design.productId, total: 8.5 }],
    uniqueDocument: document.uniqueDocumentId,
    discountPercent: 10,
    discountName: "Launch",
    optional: { isOptional: true, doesClientWantWorkDone: false },
    description: "<b>All</b>",
    workOrderStatus: "DRAFT",
    shownAt: null,
  });
  expect(await app.request(importWorkOrders, { as: owner, body: { csv } })).toMatchObject({ same: 2 });
  const changing = lines(
    head,
    `${added?.externalId};${organizationName};Website;;${design.productId}: 9;;;no;`,
  );
  expect(await app.request(importWorkOrders, { as: owner, body: { csv: changing } })).toMatchObject({
    changed: 1,
  });
  const wrong = lines(head, `${shown.externalId};${organizationName};Another name;;;;;;`);
  expect((await app.request(checkWorkOrders, { as: owner, body: { csv: wrong } })).rows).toMatchObject([
    { fate: "wrong", note: "Clients see this work order: change its name there" },
  ]);
});

test("COMPANY-13 work orders without a number get another one than those that the file gives", async () => {
  const { organizationId } = await makeOrganization(app.db, { organizationName: unique("Heron") });
  const numbers = async () => {
    const all = await app.request(listManagedWorkOrders, { as: owner });
    return all.filter((one) => one.organizationId === organizationId).map((one) => one.externalId);
  };
  const head = "Number,Organization,Name";
  const first = lines(head, `,${organizationId},First`);
  await app.request(importWorkOrders, { as: owner, body: { csv: first } });
  const next = Number((await numbers())[0]?.slice("WO-".length)) + 1;
  const csv = lines(head, `WO-${next},${organizationId},Given`, `,${organizationId},Not given`);
  await app.request(importWorkOrders, { as: owner, body: { csv } });
  const expected = [next - 1, next, next + 1].map((one) => `WO-${one}`);
  expect((await numbers()).toSorted()).toEqual(expected.toSorted());
  expect(await app.request(importWorkOrders, { as: owner, body: { csv } })).toMatchObject({ same: 2 });

  const alike = lines(head, `${unique("X")},${organizationId},Alike`, `,${organizationId},Alike`);
  expect(await app.request(importWorkOrders, { as: owner, body: { csv: alike } })).toMatchObject({ new: 2 });
  expect(await app.request(importWorkOrders, { as: owner, body: { csv: alike } })).toMatchObject({ same: 2 });
});

test("COMPANY-13 each wrong cell is named with its column, and nothing of the file is kept", async () => {
  const { organizationName } = await makeOrganization(app.db, { organizationName: unique("Tern") });
  // Signing in writes rows of its own.
  await app.signInAs(owner);
  const before = await readAllTables(app.db);
  const refusals = [
    [
      importPeople,
      lines("Email,First name,Last name,Organization,Right", `x,A,B,${organizationName},read`),
      "Email",
    ],
    [
      importPeople,
      lines("Email,First name,Last name,Organization,Right", "a@b.test,A,B,Nowhere,read"),
      "Organization",
    ],
    [
      importPeople,
      lines("Email,First name,Last name,Organization,Right", `a@b.test,A,B,${organizationName},boss`),
      "Right",
    ],
    [
      importWorkOrders,
      lines("Organization,Name,Products", `${organizationName},Work,Nothing: 1`),
      "Products",
    ],
    [importWorkOrders, lines("Organization,Name,Optional", `${organizationName},Work,maybe`), "Optional"],
    [importWorkOrders, lines("Organization,Name,Discount", `${organizationName},Work,120`), "Discount"],
    [importWorkOrders, lines("Organization,Name,Document", `${organizationName},Work,P-0`), "Document"],
  ] as const;
  for (const [call, csv, column] of refusals) {
    expect(await app.refusal(call, { as: owner, body: { csv } })).toMatchObject({
      status: 400,
      message: expect.stringContaining("so nothing was imported"),
      details: { reason: "wrong-rows", line: 2, column },
    });
  }
  expect(await readAllTables(app.db)).toEqual(before);
});

test.each([
  {
    what: "organizations",
    into: importOrganizations,
    head: "Organization ID,Name",
    row: (n: number) => `,Long ${n}`,
    wrong: "nowhere,Last",
    note: "There is no organization with this ID",
    column: "Organization ID",
  },
  {
    what: "people",
    into: importPeople,
    head: "Email,First name,Last name,Organization,Right",
    row: (n: number, organization: string) => `long-${n}@import.test,Ana,Silva,${organization},read`,
    wrong: "ana,Ana,Silva,,read",
    note: "Please enter a valid email",
    column: "Email",
  },
  {
    what: "work orders",
    into: importWorkOrders,
    head: "Organization,Name",
    row: (n: number, organization: string) => `${organization},Long ${n}`,
    wrong: "Nowhere,Last",
    note: "There is no organization with this name or ID",
    column: "Organization",
  },
])(
  "COMPANY-13 100,000 $what with a wrong one at the end: its line, column and cell are named, and nothing is imported",
  async (kind) => {
    const { into, head, row, wrong, note, column } = kind;
    const { organizationId } = await makeOrganization(app.db, { organizationName: unique("Long") });
    const rows = Array.from({ length: 99_999 }, (_, n) => row(n, organizationId));
    const tables = [organizations, userProfiles, workOrders];
    const counts = () => Promise.all(tables.map((table) => app.db.$count(table)));
    const before = await counts();
    expect(await app.refusal(into, { as: owner, body: { csv: lines(head, ...rows, wrong) } })).toMatchObject({
      status: 400,
      message: `Line 100001, ${column}, “${wrong.split(",", 1)[0]}”: ${note}. 1 of 100000 rows are wrong, so nothing was imported.`,
      details: { reason: "wrong-rows", line: 100_001, column },
    });
    expect(await counts()).toEqual(before);
  },
);

test("COMPANY-13 an owner exports each list, with escaped formulas, and an import accepts it unchanged", async () => {
  // Two organizations of one name, and work of an import that the form would refuse.
  const { organizationName } = await makeOrganization(app.db, { organizationName: unique("=Twins") });
  const organization = await makeOrganization(app.db, { organizationName });
  await makePerson(app.db, { organization, permission: "read", profile: { lastName: unique("@Person") } });
  const { productId } = await makeProduct(app.db, { productName: unique("=Survey") });
  const { organizationId } = organization;
  const number = unique("P");
  const documents = [
    await makeDocument(app.db, { organizationId, externalId: number }),
    await makeDocument(app.db, { organizationId, externalId: number }),
    await makeDocument(app.db, { organizationId, externalId: "" }),
  ];
  for (const [at, externalId] of ["", number, number.toLowerCase(), number].entries()) {
    await makeWorkOrder(app.db, {
      organizationId,
      externalId,
      uniqueDocumentId: documents[at]?.uniqueDocumentId ?? null,
      name: unique("=Work"),
      description: "<p>Two lines</p>\n",
      products: [{ productId, total: null }],
    });
  }
  const pairs = [
    [exportOrganizations, importOrganizations, "'=Twins"],
    [exportPeople, importPeople, "'@Person"],
    [exportProducts, importProducts, "'=Survey"],
    [exportWorkOrders, importWorkOrders, "'=Work"],
  ] as const;
  for (const [out, into, harmless] of pairs) {
    const { csv } = await app.request(out, { as: owner });
    expect(csv).toContain(harmless);
    expect(csv).not.toMatch(/(^|[,;\n"])[=@]/);
    expect(await app.request(into, { as: owner, body: { csv } })).toMatchObject({
      new: 0,
      changed: 0,
      wrong: 0,
    });
  }
  const editor = await makeAdmin(app.db, "editor");
  expect(await app.refusal(exportPeople, { as: editor })).toMatchObject({ status: 403 });
  expect(await app.refusal(checkPeople, { as: editor, body: { csv: "" } })).toMatchObject({ status: 403 });
});

test("COMPANY-13 an import's progress can be read by its id until the import ends", async () => {
  const word = unique("Quay");
  const { organizationId } = await makeOrganization(app.db, { organizationName: `${word} old` });
  const csv = lines("Organization ID,Name", `${organizationId},${word} new`, `,${word} other`);
  const progressId = crypto.randomUUID();
  const read = async () => (await app.rawRequest(`GET /api/import-progress/${progressId}`)).json();
  const importing = Promise.withResolvers<unknown>();
  await app.db.transaction(async (tx) => {
    await tx
      .select()
      .from(organizations)
      .where(eq(organizations.organizationId, organizationId))
      .for("update");
    // The import has judged its rows and waits for the organization that it renames.
    app
      .request(importOrganizations, { as: owner, body: { csv, progressId } })
      .then(importing.resolve, importing.reject);
    await expect.poll(read).toEqual({ data: { step: "checking", done: 2, of: 2 } });
  });
  expect(await importing.promise).toMatchObject({ new: 1, changed: 1 });
  expect(await read()).toEqual({ data: null });
});

test("COMPANY-13 work for a product that is deleted during the import is not imported", async () => {
  const { productId, productName } = await makeProduct(app.db);
  const { organizationName, organizationId } = await makeOrganization(app.db);
  const csv = lines("Organization,Name,Products", `${organizationName},Work,${productName}: 1`);
  const asked: ReturnType<typeof app.refusal>[] = [];
  await app.db.transaction(async (tx) => {
    await tx.delete(products).where(eq(products.productId, productId));
    asked.push(app.refusal(importWorkOrders, { as: owner, body: { csv } }));
    await untilWaiting(app, 1);
  });
  expect(await asked[0]).toMatchObject({ status: 409, details: { reason: "changed-meanwhile" } });
  expect(await app.request(listManagedWorkOrders, { as: owner, query: { organizationId } })).toEqual([]);
});

test("COMPANY-13 an import waits only for work on the organizations that it renames", async () => {
  const [renamed, other] = [await makeOrganization(app.db), await makeOrganization(app.db)];
  const csv = lines("Organization ID,Name", `${renamed.organizationId},${unique("Renamed")}`);
  await app.db.transaction(async (tx) => {
    const isOther = eq(organizations.organizationId, other.organizationId);
    await tx.select().from(organizations).where(isOther).for("update");
    const counts = await app.request(importOrganizations, { as: owner, body: { csv } });
    expect(counts).toMatchObject({ changed: 1 });
  });
});
