import { isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { exportActivity, listActivity } from "#contract/admin/activity.ts";
import { markInvoice } from "#contract/admin/invoices.ts";
import { addOrganization, verifyOrganization } from "#contract/admin/organizations.ts";
import { changeAdminRole } from "#contract/admin/people.ts";
import { getWorkOrderHistory } from "#contract/admin/work-orders.ts";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import { encodeColumnFilters } from "#domain/lists/list-columns.ts";
import { listActivity as readActivity } from "#server/activity/list-activity.ts";
import { readInScope } from "#server/rls/in-scope.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { makeAcceptedWork, openInvoicing } from "#tests/support/accepted-work.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeQuote,
  unique,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const owner = await makeAdmin(app.db, "owner");

const list = (query = {}) => app.request(listActivity, { as: viewer, query });

test("FIRST-8 days of the year 0 are refused for the activity, and never an error of the server", async () => {
  for (const query of [{ from: "0000-01-01" }, { to: "0000-12-31" }])
    expect(await app.refusal(listActivity, { as: viewer, query })).toMatchObject({ status: 400 });
});

test("COMPANY-9 the audit rows of an organization, a document and a person are one timeline each, latest first", async () => {
  const organizationName = unique("Harbour");
  const leaver = await makeAdmin(app.db, "owner");
  const { organizationId } = await app.request(addOrganization, { as: leaver, body: { organizationName } });
  await app.request(verifyOrganization, { as: leaver, params: { id: organizationId } });
  const writer = await makePerson(app.db, { organization: { organizationId } });
  const { uniqueDocumentId, name } = await makeDocument(app.db, { organizationId });
  const body = { uniqueDocumentId, status: "DECLINED" as const, reason: "Too dear" };
  await app.request(declineDocument, { as: writer, params: { id: uniqueDocumentId }, body });

  // The emails about the decline follow in their own time.
  const mailed = () => list({ documentId: uniqueDocumentId, kind: "mails" });
  const admins = await app.db.$count(userProfiles, isNotNull(userProfiles.adminRole));
  await expect.poll(async () => (await mailed()).length).toBe(admins);
  const [mail] = await mailed();
  expect(mail).toMatchObject({ who: "The portal", action: "mail.send", about: name, organizationId });
  expect(mail?.note).toMatch(/^to .*@example\.test: .* was declined by /);

  const isNoMail = ({ action }: { action: string }) => !action.startsWith("mail.");
  const ofOrganization = (await list({ organizationId })).filter(isNoMail);
  expect(ofOrganization.map(({ action, about }) => [action, about])).toEqual([
    ["document.decline", name],
    ["organization.verify", organizationName],
    ["organization.add", organizationName],
  ]);
  expect(ofOrganization[0]?.who).toMatch(/^Ada Byron/);
  expect(ofOrganization[0]?.note).toBe("“Too dear”");
  expect((await list({ subjectId: uniqueDocumentId })).filter(isNoMail)).toEqual(ofOrganization.slice(0, 1));
  expect(await list({ userProfileId: writer.userProfileId })).toEqual(ofOrganization.slice(0, 1));
  expect(await list({ personId: writer.userProfileId })).toEqual(ofOrganization.slice(0, 1));

  // Searched as it reads, and page by page.
  const filter = encodeColumnFilters([{ id: "what", value: "declined a doc" }]);
  expect(await list({ organizationId, filter })).toEqual(ofOrganization.slice(0, 1));
  const read = (query: object) => app.requestPage(listActivity, { as: viewer, query });
  const found = await read({ organizationId, q: name, by: "clients", limit: 2 });
  expect(found).toMatchObject({ data: ofOrganization.slice(0, 1), page: { total: 1 } });
  // Who has left the company since did this for the company.
  const params = { id: leaver.userProfileId };
  await app.request(changeAdminRole, { as: owner, params, body: { adminRole: null } });
  const byPeople = { organizationId, by: "company" };
  const first = await read({ ...byPeople, limit: 1 });
  const next = await read({ ...byPeople, limit: 1, cursor: first.page.nextCursor ?? "" });
  expect([first.data, next.data, next.page.total]).toEqual([
    ofOrganization.slice(1, 2),
    ofOrganization.slice(2, 3),
    2,
  ]);
});

test("COMPANY-9 the activity of a document and of its work shows its invoice: added, issued, paid and cancelled", async () => {
  const company = await openInvoicing(app);
  const mark = (of: string, invoiceStatus: "PAID" | "CANCELLED") =>
    app.request(markInvoice, {
      as: company.editor,
      params: { id: of },
      body: { invoiceStatus, asRead: "UNPAID" },
    });
  const { id, workOrders } = await makeAcceptedWork(app);
  const { invoiceId, externalId } = await company.invoice(id, 40);
  await mark(invoiceId, "PAID");
  const second = await company.invoice(id, 60);
  await mark(second.invoiceId, "CANCELLED");
  const told = await list({ documentId: id, kind: "invoices" });
  expect(
    told.filter(({ action }) => action !== "invoice.print").map(({ action, note }) => [action, note]),
  ).toEqual([
    ["invoice.mark", "from unpaid to cancelled"],

    ["invoice.issue", second.externalId],
    ["invoice.add", second.externalId],
    ["invoice.mark", "from unpaid to paid"],

    ["invoice.issue", externalId],
    ["invoice.add", externalId],
  ]);
  const [fitOut, signs, terrace] = workOrders.map(({ workOrderId }) => ({ id: workOrderId }));
  const historyOf = (params = { id: "" }) => app.request(getWorkOrderHistory, { as: company.editor, params });
  const history = await historyOf(fitOut);
  expect(await historyOf(signs), "optional work that was chosen").toEqual(history);
  expect(await historyOf(terrace), "optional work that was left out").toEqual([]);
  expect(history).toMatchObject([
    { what: "mark-invoice", invoice: { externalId: second.externalId, status: "CANCELLED" } },
    { what: "issue-invoice", invoice: { externalId: second.externalId, status: null } },
    { what: "mark-invoice", invoice: { externalId, status: "PAID" } },
    { what: "issue-invoice", invoice: { externalId, status: null } },
  ]);
});

test("COMPANY-9 the activity of a document shows who selected its optional work and who accepted it", async () => {
  const organization = await makeOrganization(app.db);
  const writer = await makePerson(app.db, { organization });
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId: organization.organizationId,
    workOrders: [{ name: "Signs", isOptional: true }],
  });
  const { uniqueDocumentId } = document;
  const params = { id: uniqueDocumentId };
  const [signs] = workOrders;
  for (const doesClientWantWorkDone of [true, false]) {
    await app.request(chooseOptionalWork, {
      as: writer,
      params: { id: signs?.workOrderId ?? "" },
      body: { optional: { doesClientWantWorkDone } },
    });
  }
  const { contentHash } = await app.request(getDocument, { as: writer, params });
  const body = { uniqueDocumentId, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as: writer, params, body });

  const told = await list({ documentId: uniqueDocumentId, kind: "decisions" });
  expect(told.map(({ action, about, note }) => [action, about, note])).toEqual([
    ["document.approve", document.name, null],
    ["work-order.choose", "Signs", "leaves it out"],
    ["work-order.choose", "Signs", "wants it done"],
  ]);
  expect(new Set(told.map(({ userProfileId }) => userProfileId))).toEqual(new Set([writer.userProfileId]));
});

test("COMPANY-9 the activity is filtered by kind, actor and days; visitors and the portal are named", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const person = await makePerson(app.db, {
    organization: { organizationId },
    profile: { firstName: "Grace" },
  });
  const event = (action: string, at: string, given = {}) => ({
    auditEventId: unique("event"),
    action,
    at: new Date(at),
    organizationId,
    subjectId: unique("subject"),
    details: {},
    ...given,
  });
  await app.db.insert(auditEvents).values([
    event("document.share", "2026-03-02T13:00:00Z", {
      userProfileId: owner.userProfileId,
      isByCompany: true,
    }),
    event("document.open", "2026-03-03T10:00:00Z", { userProfileId: person.userProfileId }),
    event("document.visit", "2026-03-03T12:59:59Z"),
    event("document.snapshot", "2026-03-03T13:00:00Z"),
    event("product.delete", "2026-03-05T10:00:00Z", { details: { productName: "Café chairs" } }),
    event("boat.set-sail", "2026-03-06T10:00:00Z"),
  ]);
  const actions = async (query: object) =>
    (await list({ organizationId, ...query })).map(({ action }) => action);
  expect(await actions({ kind: "opened" })).toEqual(["document.visit", "document.open"]);
  expect(await actions({ by: "company" })).toEqual(["document.share"]);
  expect(await actions({ by: "clients" })).toEqual(["document.open"]);
  expect(await actions({ by: "visitors" })).toEqual(["document.visit"]);
  expect(await actions({ by: "portal", kind: "documents" })).toEqual(["document.snapshot"]);
  // The company's days: midnight in Sydney is 13:00 UTC in March.
  expect(await actions({ from: "2026-03-03", to: "2026-03-03" })).toEqual([
    "document.visit",
    "document.open",
    "document.share",
  ]);
  const named = await list({ organizationId, kind: "opened", by: "visitors" });
  expect(named).toMatchObject([{ who: "A visitor", userProfileId: null }]);

  // Any text that a row shows is found, for every actor, also if the record no longer exists.
  const filtered = (id: string, value: string) => actions({ filter: encodeColumnFilters([{ id, value }]) });
  expect(await filtered("who", "the porTAL")).toEqual([
    "boat.set-sail",
    "product.delete",
    "document.snapshot",
  ]);
  expect(await filtered("who", "a vis")).toEqual(["document.visit"]);
  expect(await filtered("who", "grace")).toEqual(["document.open"]);
  expect(await filtered("about", "cafe")).toEqual(["product.delete"]);
  expect(await filtered("what", "set sail")).toEqual(["boat.set-sail"]);
  expect(await filtered("organizationName", organizationId)).toHaveLength(6);
  expect(await filtered("at", "3 Mar 2026, 11:59 pm")).toEqual(["document.visit"]);
  expect(await actions({ q: "harbour" })).toEqual([]);
});

test("COMPANY-9 an owner exports a part of the activity as CSV without formulas, and the export is recorded", async () => {
  const organizationName = "=HYPERLINK(1)";
  const { organizationId } = await app.request(addOrganization, { as: owner, body: { organizationName } });
  const body = { organizationId };
  expect(await app.refusal(exportActivity, { as: viewer, body })).toMatchObject({ status: 403 });
  const { csv, rows, isCut } = await app.request(exportActivity, { as: owner, body });
  expect([rows, isCut]).toEqual([1, false]);
  const lines = csv.trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(",added an organization,'=HYPERLINK(1),");
  const [recorded] = await list({ kind: "portal", userProfileId: owner.userProfileId });
  expect(recorded).toMatchObject({ action: "activity.export" });
});

test("COMPANY-9 the total of more than 10,000 rows is shown as such, and all of them can be reached", async () => {
  await app.alterTables(`insert into audit_events (audit_event_id, at, action, subject_id, details)
    select 'of-many-' || lpad(n::text, 5, '0'), timestamptz '2020-01-01', 'note.add', 'of-many', '{}'
    from generate_series(1, 10002) n`);
  const part = { subjectId: "of-many", limit: 2 };
  const idsOf = ({ data }: { data: { auditEventId: string }[] }) => data.map((row) => row.auditEventId);
  const ask = (query: object) => app.requestPage(listActivity, { as: viewer, query: { ...part, ...query } });
  for (const asked of [{}, { q: "note" }]) {
    const first = await ask(asked);
    expect(first.page).toMatchObject({ total: 10_000, isMore: true, previousCursor: null });
    expect(idsOf(first)).toEqual(["of-many-10002", "of-many-10001"]);
    expect(idsOf(await ask({ ...asked, cursor: first.page.nextCursor }))).toEqual([
      "of-many-10000",
      "of-many-09999",
    ]);
    const last = await ask({ ...asked, offset: 10_000 });
    expect(idsOf(last)).toEqual(["of-many-00002", "of-many-00001"]);
    expect(last.page).toMatchObject({ total: 10_000, isMore: true, nextCursor: null });
  }
  const some = await ask({
    q: "note",
    offset: 9998,
    filter: encodeColumnFilters([{ id: "what", value: "note" }]),
  });
  expect(idsOf(some)).toEqual(["of-many-00004", "of-many-00003"]);
  const none = await ask({ q: "no such text" });
  expect(none).toMatchObject({ data: [], page: { total: 0, nextCursor: null } });
  expect(none.page).not.toHaveProperty("isMore");

  // Among many rows of others, few are read.
  await app.alterTables("analyze audit_events");
  const scope = { role: "admin", userProfileId: viewer.userProfileId } as const;
  for (const query of [
    { q: "no such text" },
    { by: "company" as const, from: "2019-01-01", to: "2020-02-01" },
  ]) {
    const read = await readInScope(app.deps.database, scope, async (tx) => {
      const readSoFar = async () => {
        const { rows } = await tx.execute<{ rows: string }>(
          sql`select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'audit_events'`,
        );
        return Number(rows[0]?.rows);
      };
      const before = await readSoFar();
      const asked = listActivity.query.parse({ limit: 2, ...query });
      expect(await readActivity({ ...app.deps, db: tx }, asked)).toMatchObject({ data: [] });
      return (await readSoFar()) - before;
    });
    expect(read, JSON.stringify(query)).toBeLessThan(1000);
  }
});
