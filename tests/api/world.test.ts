import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { getHome } from "#contract/admin/home.ts";
import { getGeneralTerms, listSignedGeneralDocuments } from "#contract/agreements.ts";
import { getDocumentBySlug, listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listNotifications } from "#contract/notifications.ts";
import { listOrganizations } from "#contract/permissions.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { userProfiles } from "#server/schema/account.ts";
import { documentDecisions, documentSnapshots } from "#server/schema/document-versions.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { authAccounts } from "#server/schema/identity.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { workOrders } from "#server/schema/work-orders.ts";
import { loadWorld } from "#server/world/load-world.ts";
import { makeAdmin, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { readAllTables } from "#tests/support/read-all-tables.ts";
import { load, makeBasics, makeWorldPage, speakerOf } from "#tests/support/world.ts";

const app = await startTestApp();

test("the example in docs/world.md loads, and its people see what is theirs", async () => {
  const [, example = ""] = /```json\n([\s\S]+?)```/.exec(readFileSync("docs/world.md", "utf8")) ?? [];
  const { lists: report, unprintable } = await loadWorld(app.deps, example);
  expect(unprintable).toEqual([]);
  const inFile = JSON.parse(example) as Record<string, unknown>;
  const lists = Object.keys(inFile).filter((name) => name !== "worldVersion");
  expect(report.map(({ list }) => list).toSorted()).toEqual(lists.toSorted());
  for (const { list, added, alreadyThere } of report) {
    expect({ list, added, alreadyThere }).toEqual({
      list,
      added: (inFile[list] as unknown[]).length,
      alreadyThere: 0,
    });
  }

  const rosa = await speakerOf(app, "rosa@bluewren.example");
  const profile = await app.request(getProfile, { as: rosa });
  expect(profile).toMatchObject({ firstName: "Rosa", activeOrganizationId: "blue-wren", adminRole: null });
  const [organization] = await app.request(listOrganizations, { as: rosa });
  expect(organization).toMatchObject({ organizationName: "Blue Wren Bakery", status: "ACTIVE" });
  expect(organization?.quickLinks).toHaveLength(1);

  const documents = await app.request(listDocuments, { as: rosa });
  expect(documents.map(({ externalId, status }) => [externalId, status]).toSorted()).toEqual([
    ["L-1", "APPROVED"],
    ["P-7", "PENDING"],
  ]);
  // 24.5 h × 165 + 40 h × 180 + 18 h × 180 less 10 %, less 5 %, and GST
  const total = (24.5 * 165 + 40 * 180 + 18 * 180 * 0.9) * 0.95 * 1.1;
  const params = { slug: "a-website-for-the-bakery-p-7" };
  const proposal = await app.request(getDocumentBySlug, { as: rosa, params });
  expect(proposal.totalCost).toBeCloseTo(total, 2);
  expect(documents.find(({ externalId }) => externalId === "P-7")?.totalCost).toBe(proposal.totalCost);

  expect(await app.request(listWorkOrders, { as: rosa })).toHaveLength(2);
  expect(await app.request(listInvoices, { as: rosa })).toHaveLength(1);
  const now = Date.now();
  const body = {
    startDate: new Date(now).toISOString(),
    endDate: new Date(now - 365 * 86_400_000).toISOString(),
  };
  const [notification] = await app.request(listNotifications, { as: rosa, body });
  expect(now - Date.parse(notification?.createdAt ?? "")).toBeGreaterThanOrEqual(2 * 3_600_000 - 60_000);
  const [signature] = await app.request(listSignedGeneralDocuments, { as: rosa });
  expect(signature).toMatchObject({
    documentId: "terms",
    userFirstName: "Rosa",
    organizationName: "Blue Wren Bakery",
    s3uri: null,
  });
  expect(await app.request(getGeneralTerms, { as: rosa })).toMatchObject({ generalDocumentId: "terms" });

  await expect.poll(() => app.db.$count(documentSnapshots), { interval: 100 }).toBe(1);
});

test("a second load of the same file changes nothing, and leaves what people changed since", async () => {
  const { organizationId, email, lists } = makeBasics();
  const documentId = unique("doc");
  const workOrderId = unique("order");
  const productId = unique("product");
  const world = {
    ...lists,
    signIns: [{ email: `${unique("stranger")}@example.test`, name: "Sam", password: "no-one-knows-me" }],
    products: [{ productId, productName: "Bread", productRate: 4.5 }],
    invoices: [{ organizationId, externalId: "I-1", name: "Bread", invoiceStatus: "UNPAID" }],
    documents: [
      {
        uniqueDocumentId: documentId,
        organizationId,
        externalId: "P-1",
        name: documentId,
        documentType: "PROPOSAL",
        status: "PENDING",
        puckState: makeWorldPage("Bread", [workOrderId]),
        createdAt: "-3d",
      },
    ],
    workOrders: [
      {
        workOrderId,
        organizationId,
        externalId: "W-1",
        name: "Baking",
        workOrderStatus: "OPEN",
        uniqueDocument: documentId,
        products: [{ productId, total: 0.5 }],
        optional: { isOptional: true, doesClientWantWorkDone: true },
      },
    ],
    generalDocuments: [{ name: unique("Terms"), richText: "<p>Terms</p>" }],
    notifications: [{ userId: email, organizationId, message: "Bread is ready", createdAt: "-1h" }],
    permissionRequests: [
      {
        organizationId,
        userDetails: { email: "new@example.test", firstName: "New", lastName: "Person" },
        permissionType: "read",
        requestedBy: email,
      },
    ],
  };
  expect((await load(app, world)).every(({ added, alreadyThere }) => added > 0 && alreadyThere === 0)).toBe(
    true,
  );
  const before = await readAllTables(app.db);
  expect((await load(app, world)).every(({ added }) => added === 0)).toBe(true);
  expect(await readAllTables(app.db)).toEqual(before);

  await app.db.update(userProfiles).set({ firstName: "Rosalind" }).where(eq(userProfiles.email, email));
  await app.db
    .update(uniqueDocuments)
    .set({ slug: unique("moved") })
    .where(eq(uniqueDocuments.uniqueDocumentId, documentId));
  await app.db
    .update(workOrders)
    .set({ doesClientWantWorkDone: false })
    .where(eq(workOrders.workOrderId, workOrderId));
  await app.db
    .delete(organizationPermissions)
    .where(eq(organizationPermissions.organizationId, organizationId));
  await app.db.update(authAccounts).set({ password: "another by now" });
  const changed = await readAllTables(app.db);
  await load(app, world);
  expect(await readAllTables(app.db)).toEqual(changed);
});

test("a later file refers to records of an earlier one, and adds only new ones", async () => {
  const { organizationId, email, lists } = makeBasics();
  await load(app, lists);
  const second = unique("org");
  const report = await load(app, {
    organizations: [
      ...lists.organizations,
      { organizationId: second, organizationName: "Second", status: "INACTIVE" },
    ],
    people: [
      {
        ...lists.people[0],
        permissions: [
          { organizationId, permissionType: "read" },
          { organizationId: second, permissionType: "write" },
        ],
      },
    ],
    notifications: [{ userId: email, organizationId, message: "Hello", createdAt: "-1m" }],
  });
  expect(report).toEqual([
    { list: "organizations", added: 1, alreadyThere: 1 },
    { list: "people", added: 0, alreadyThere: 1 },
    { list: "notifications", added: 1, alreadyThere: 0 },
  ]);
  const [person] = await app.db.select().from(userProfiles).where(eq(userProfiles.email, email));
  const permissions = await app.db
    .select()
    .from(organizationPermissions)
    .where(eq(organizationPermissions.userId, person?.userProfileId ?? ""));
  const types = new Map(permissions.map((one) => [one.organizationId, one.permissionType]));
  expect(types).toEqual(
    new Map([
      [organizationId, "write"],
      [second, "write"],
    ]),
  );
});

test("API-5 a person of the company has the role in the file; isStaff in older files means owner", async () => {
  const { lists } = makeBasics();
  const roles: [object, string | null][] = [
    [{ adminRole: "viewer" }, "viewer"],
    [{ adminRole: "editor" }, "editor"],
    [{ adminRole: "owner" }, "owner"],
    [{ isStaff: true }, "owner"],
    [{ isStaff: true, adminRole: "owner" }, "owner"],
    [{ isStaff: false }, null],
    [{ adminRole: null }, null],
    [{}, null],
  ];
  const people = roles.map(([role]) => ({
    firstName: "Noah",
    lastName: "Castellan",
    email: `${unique("admin")}@example.test`,
    ...role,
  }));
  await load(app, { ...lists, people: [...lists.people, ...people] });
  for (const [index, { email }] of people.entries()) {
    const { adminRole } = (await app.request(getProfile, { as: await speakerOf(app, email) })) ?? {};
    expect({ email, adminRole }).toEqual({ email, adminRole: roles[index]?.[1] });
  }
});

test("TRUST-1 a decision of a file is of its person, with their own right, for the document's organization", async () => {
  const [harbour, wren] = [makeBasics(), makeBasics()];
  const colleague = { ...harbour.lists.people[0], email: `${unique("writer")}@example.test` };
  const decided = [
    { ...harbour, by: harbour.email },
    { ...harbour, by: colleague.email },
    { ...wren, by: wren.email },
  ].map((one) => ({ ...one, externalId: unique("L") }));
  const named = [harbour, wren].map(({ organizationId, lists }) => ({
    ...lists.organizations[0],
    organizationName: organizationId,
  }));
  await load(app, {
    organizations: named,
    people: [...harbour.lists.people, colleague, ...wren.lists.people],
    documents: decided.map(({ organizationId, externalId, by }) => ({
      organizationId,
      externalId,
      name: externalId,
      documentType: "LEGAL_DOCUMENT",
      status: "APPROVED",
      decision: { by, at: "-1h" },
      puckState: makeWorldPage("The terms"),
    })),
  });
  const { accepted } = await app.request(getHome, { as: await makeAdmin(app.db, "viewer") });
  for (const { externalId, organizationId, by } of decided) {
    const shown = accepted.rows.find((one) => one.externalId === externalId);
    expect(shown?.organizationName).toBe(organizationId);
    const [kept] = await app.db
      .select({ email: userProfiles.email, organizationId: organizationPermissions.organizationId })
      .from(documentDecisions)
      .innerJoin(
        organizationPermissions,
        eq(organizationPermissions.organizationPermissionId, documentDecisions.organizationPermissionId),
      )
      .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
      .where(eq(documentDecisions.uniqueDocumentId, shown?.uniqueDocumentId ?? ""));
    expect(kept).toEqual({ email: by, organizationId });
  }
});
