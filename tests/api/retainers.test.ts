import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getManagedInvoice, issueInvoice } from "#contract/admin/invoices.ts";
import { deactivateOrganization } from "#contract/admin/organizations.ts";
import {
  addRetainer,
  changeRetainer,
  deleteRetainer,
  endRetainer,
  getRetainer,
  listRetainers,
  pauseRetainer,
} from "#contract/admin/retainers.ts";
import { searchAll } from "#contract/admin/search.ts";
import { listInvoices } from "#contract/invoices.ts";
import { listNotifications } from "#contract/notifications.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { addDays } from "#domain/documents/validity.ts";
import { dayIn } from "#domain/invoices/invoice.ts";
import { periodStart } from "#domain/retainers/periods.ts";
import { MAX_BEGUN, type ManagedRetainer, type RetainerDetails } from "#domain/retainers/retainer.ts";
import { preparePeriods } from "#server/retainers/prepare-periods.job.ts";
import { userProfiles } from "#server/schema/account.ts";
import { mails } from "#server/schema/mail.ts";
import { retainers } from "#server/schema/retainers.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makeAdmin, makeOrganization, makePerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeRetainer, RETAINER } from "#tests/support/make-retainer.ts";

const app = await startTestApp();
const office = await openOffice(app);
const { editor, viewer } = office;
const TODAY = dayIn(app.deps.settings.now().timeZone, new Date());
const DAY_MS = 86_400_000;

const add = async (given: Partial<RetainerDetails> = {}, organizationId?: string) =>
  app.request(addRetainer, {
    as: editor,
    body: {
      ...RETAINER,
      ...given,
      organizationId: organizationId ?? (await makeOrganization(app.db)).organizationId,
    },
  });
const read = (id: string) => app.request(getRetainer, { as: viewer, params: { id } });
const prepared = async (id: string, count: number) => {
  await expect.poll(async () => (await read(id)).prepared).toBe(count);
  return read(id);
};
const runInDays = (days: number) =>
  preparePeriods.run({ ...app.deps, clock: () => new Date(Date.now() + days * DAY_MS) }, {});
const changing = ({ retainerId: id, recordVersion, ...retainer }: ManagedRetainer, given: object) => {
  const { name, lines, period, startsOn, endsOn, work, issuesItself } = retainer;
  const details = { name, lines, period, startsOn, endsOn, work, issuesItself };
  return { as: editor, params: { id }, body: { ...details, ...given, recordVersion } };
};

test("FIRST-9 a retainer that begins today prepares one draft with its lines, GST, and the work order of its period", async () => {
  const client = await makePerson(app.db);
  const work = { name: "Monthly care", description: "<p>Updates and backups</p>" };
  const added = await add({ startsOn: TODAY, work }, client.organizationId);
  const { periods, nextOn, status } = await prepared(added.retainerId, 1);
  const [period] = periods;
  expect({ nextOn, status }).toEqual({
    nextOn: periodStart({ startsOn: TODAY, period: "MONTH" }, 1),
    status: "ACTIVE",
  });
  const invoice = await app.request(getManagedInvoice, {
    as: viewer,
    params: { id: period?.invoice?.invoiceId ?? "" },
  });
  expect(invoice).toMatchObject({ issuedAt: null, invoiceStatus: "UNPAID", total: "347.96" });
  expect(invoice.name).toMatch(/^Website care, \d+ \w+ \d{4} to \d+ \w+ \d{4}$/);
  expect(invoice.amounts?.lines).toHaveLength(2);
  expect(period?.workOrder?.externalId).toMatch(/^WO-\d+$/);
  // Its client sees neither until the company issues and shows them.
  expect(await app.request(listInvoices, { as: client })).toEqual([]);
  expect(await app.request(listWorkOrders, { as: client })).toEqual([]);
  const { recordVersion, linesVersion } = invoice;
  await app.request(issueInvoice, {
    as: editor,
    params: { id: invoice.invoiceId },
    body: { recordVersion, linesVersion },
  });
  expect(await app.request(listInvoices, { as: client })).toMatchObject([{ name: invoice.name }]);
  const told = await app.request(listNotifications, {
    as: editor,
    body: { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });
  expect(told.filter(({ message }) => message.startsWith("Recurring invoices"))).toHaveLength(1);
});

test("FIRST-9 a retainer that begins in the past prepares each period in its order, and none is mailed", async () => {
  const client = await makePerson(app.db);
  const startsOn = addDays(TODAY, -21);
  const given = { startsOn, period: "WEEK", issuesItself: true } as const;
  const { retainerId } = await add(given, client.organizationId);
  const { periods } = await prepared(retainerId, 4);
  expect(periods.map((one) => one.startsOn)).toEqual([0, -7, -14, -21].map((days) => addDays(TODAY, days)));
  const numbers = periods.map(({ invoice }) => invoice?.externalId ?? "");
  expect(numbers).toEqual(numbers.toSorted().toReversed());
  // The period of today began with the retainer, so its client has it at once.
  expect(periods.map(({ invoice }) => invoice?.issuedAt !== null)).toEqual([true, false, false, false]);
  const mailed = await app.db.select().from(mails).where(eq(mails.recipient, client.email));
  expect(mailed).toHaveLength(1);
});

test("FIRST-9 a start with too many periods behind it, an end before the start, and no lines are refused in words", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const refusal = (given: Partial<RetainerDetails>) =>
    app.refusal(addRetainer, { as: editor, body: { ...RETAINER, ...given, organizationId } });
  const early = await refusal({ startsOn: addDays(TODAY, -7 * MAX_BEGUN), period: "WEEK" });
  expect(early).toMatchObject({ status: 400, message: expect.stringContaining("More than 60 periods") });
  expect(await refusal({ endsOn: addDays(RETAINER.startsOn, -1) })).toMatchObject({ status: 400 });
  expect(await refusal({ lines: [] })).toMatchObject({ status: 400 });
  expect(await app.request(listRetainers, { as: viewer, query: { organizationId } })).toEqual([]);
});

test("FIRST-9 a change holds for later periods, the second of two editors is refused, and the first day stays", async () => {
  const { retainerId } = await add({ startsOn: TODAY });
  const before = await prepared(retainerId, 1);
  const dearer = RETAINER.lines.map((line) => ({ ...line, rate: line.rate * 2 }));
  const changed = await app.request(changeRetainer, changing(before, { lines: dearer }));
  expect(changed).toMatchObject({ recordVersion: before.recordVersion + 1, total: "695.91" });
  expect(changed.periods).toEqual(before.periods);
  const late = await app.refusal(changeRetainer, changing(before, { name: "Care" }));
  expect(late).toMatchObject({ status: 409, message: expect.stringContaining("Someone else has changed") });
  for (const moved of [{ startsOn: addDays(TODAY, 1) }, { period: "WEEK" }]) {
    const refused = await app.refusal(changeRetainer, changing(changed, moved));
    expect(refused).toMatchObject({ status: 409, details: { reason: "prepared" } });
  }
  await runInDays(31);
  expect((await read(retainerId)).periods.map(({ invoice }) => invoice?.total)).toEqual(["695.91", "347.96"]);
});

test("FIRST-9 a paused retainer prepares nothing, and resuming it makes up for nothing", async () => {
  const { retainerId } = await add({ startsOn: addDays(TODAY, 7), period: "WEEK" });
  const pause = (isPaused: boolean) =>
    app.request(pauseRetainer, { as: editor, params: { id: retainerId }, body: { isPaused } });
  expect(await pause(true)).toMatchObject({ status: "PAUSED", nextOn: null });
  await runInDays(30);
  expect(await pause(false)).toMatchObject({ status: "ACTIVE", nextOn: addDays(TODAY, 7), prepared: 0 });
});

test("FIRST-9 an ended retainer prepares nothing more, and only one that prepared nothing is deleted", async () => {
  const remove = (id: string) => ({ as: editor, params: { id } });
  const begun = await add({ startsOn: TODAY });
  await prepared(begun.retainerId, 1);
  const ended = await app.request(endRetainer, remove(begun.retainerId));
  expect(ended).toMatchObject({ status: "ENDED", endsOn: TODAY, nextOn: null });
  await runInDays(90);
  expect((await read(begun.retainerId)).prepared).toBe(1);
  const kept = await app.refusal(deleteRetainer, remove(begun.retainerId));
  expect(kept).toMatchObject({ status: 409, details: { reason: "prepared" } });
  const unused = await add();
  await app.request(deleteRetainer, remove(unused.retainerId));
  expect(await app.refusal(getRetainer, remove(unused.retainerId))).toMatchObject({ status: 404 });
});

test("FIRST-9 a paused retainer whose last day has passed can be ended, with its last day", async () => {
  const endsOn = addDays(TODAY, -1);
  const { retainerId } = await add({ startsOn: endsOn, endsOn });
  await prepared(retainerId, 1);
  // It was paused before its last day.
  const pauses = [{ from: endsOn, until: null }];
  await app.db
    .update(retainers)
    .set({ status: "PAUSED", pauses })
    .where(eq(retainers.retainerId, retainerId));
  const ended = await app.request(endRetainer, { as: editor, params: { id: retainerId } });
  expect(ended).toMatchObject({ status: "ENDED", endsOn, prepared: 1 });
});

test("FIRST-9 a retainer that is moved into the past mails nothing for the periods that had begun", async () => {
  const client = await makePerson(app.db);
  const { organizationId } = client;
  const long = new Date(Date.now() - 100 * DAY_MS);
  const row = await makeRetainer(app.db, {
    organizationId,
    ownerId: editor.userProfileId,
    issuesItself: true,
    createdAt: long,
    updatedAt: long,
  });
  const before = await read(row.retainerId);
  const moved = { startsOn: addDays(TODAY, -14), period: "WEEK" as const };
  await app.request(changeRetainer, changing(before, moved));
  const { periods } = await prepared(row.retainerId, 3);
  expect(periods.map(({ invoice }) => invoice?.issuedAt !== null)).toEqual([true, false, false]);
  expect(await app.db.select().from(mails).where(eq(mails.recipient, client.email))).toHaveLength(1);
});

test("FIRST-9 periods that begin while the organization is not active are left out, and the page says so", async () => {
  const owner = await makeAdmin(app.db, "owner");
  const { organizationId, retainerId } = await add({ startsOn: addDays(TODAY, 1), period: "WEEK" });
  const body = { reason: "They moved away", openDocumentIds: [] };
  await app.request(deactivateOrganization, { as: owner, params: { id: organizationId }, body });
  await runInDays(1);
  const { periods, isOrganizationActive } = await read(retainerId);
  expect(isOrganizationActive).toBe(false);
  expect(periods).toMatchObject([{ startsOn: addDays(TODAY, 1), invoice: null, workOrder: null }]);
});

test("FIRST-9 drafts of a retainer whose owner has left are told to the company", async () => {
  const leaver = await makeAdmin(app.db, "editor");
  const { organizationId } = await makeOrganization(app.db);
  const body = { ...RETAINER, startsOn: addDays(TODAY, 3), organizationId };
  await app.request(addRetainer, { as: leaver, body });
  const { userProfileId } = leaver;
  await app.db
    .update(userProfiles)
    .set({ adminRole: null })
    .where(eq(userProfiles.userProfileId, userProfileId));
  await runInDays(3);
  const told = await app.request(listNotifications, {
    as: viewer,
    body: { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });
  expect(told.filter(({ message }) => message.startsWith("Recurring invoices"))).toHaveLength(1);
});

test("FIRST-9 the company finds a retainer by its words", async () => {
  const name = unique("Lighthouse");
  const { retainerId } = await add({ name });
  const hits = await app.request(searchAll, { as: viewer, body: { q: name } });
  expect(hits).toMatchObject([{ kind: "retainer", id: retainerId, name }]);
});
