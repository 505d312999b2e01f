import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkOrganizations, exportOrganizations, importOrganizations } from "#contract/admin/imports.ts";
import { getOrganization } from "#contract/admin/organizations.ts";
import { endMemberInvitation, listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { INVITED_AN_HOUR } from "#domain/invitations/invitation.ts";
import { mailDueInvitations } from "#server/invitations/mail-due-invitations.job.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizations } from "#server/schema/organizations.ts";
import { rateLimits } from "#server/schema/requests.ts";
import { makeAdmin, makeOrganization, makePerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");
const editor = await makeAdmin(app.db, "editor");

const lines = (...rows: string[]) => rows.join("\n");
const HEAD =
  "Client name,Contact first name,Contact last name,Email,Phone,ABN,Street address,Suburb,Postcode";

async function organizationOf(organizationName: string) {
  const [row] = await app.db
    .select()
    .from(organizations)
    .where(eq(organizations.organizationName, organizationName));
  const params = { id: row?.organizationId ?? "" };
  return app.request(getOrganization, { as: owner, params });
}

const invitedTo = (organizationId: string) =>
  app.db.select().from(invitations).where(eq(invitations.organizationId, organizationId));
const mailsTo = (emails: readonly string[]) =>
  app.db
    .select()
    .from(mails)
    .where(inArray(mails.recipient, [...emails]));

test("FIRST-4 clients and their contacts are imported by their own headers, previewed as saved, and no one is emailed", async () => {
  const name = unique("Wharf");
  const emails = [`${unique("ada")}@wharf.example`, `${unique("ben")}@wharf.example`];
  const csv = lines(
    HEAD,
    `${name},Ada,Moss,${emails[0]},0491 570 006,51 824 753 556,Suite 4,Perth,6000`,
    `${name},Ben,Lee,${emails[1]},,,,,`,
  );
  const report = await app.request(checkOrganizations, { as: editor, body: { csv } });
  expect(report).toMatchObject({
    counts: { new: 1, changed: 0, same: 1, wrong: 0 },
    people: 2,
    missing: [],
    columns: [
      { header: "Client name", field: "Name", sample: name },
      { field: "First name" },
      { field: "Last name" },
      { field: "Email" },
      { field: "Phone" },
      { field: "ABN" },
      { field: "Address" },
      { field: "City" },
      { field: "Postcode" },
    ],
  });
  const [first] = report.preview.rows;
  expect(Object.fromEntries(report.preview.columns.map((column, at) => [column, first?.cells[at]]))).toEqual({
    Name: name,
    ABN: "51824753556",
    Address: "Suite 4, Perth 6000",
    Phone: "0491 570 006",
    "Billing contact": "Ada Moss",
    "Billing email": emails[0],
    "First name": "Ada",
    "Last name": "Moss",
    Email: emails[0],
  });
  const body = { csv, asChecked: report.digest };
  expect(await app.request(importOrganizations, { as: editor, body })).toEqual(report.counts);
  const added = await organizationOf(name);
  expect(added).toMatchObject({
    status: "INACTIVE",
    detailsVersion: 2,
    details: {
      abn: "51824753556",
      billingAddress: "Suite 4\nPerth 6000",
      phone: "0491 570 006",
      billingContact: "Ada Moss",
      billingEmail: emails[0],
    },
  });
  expect(await invitedTo(added.organizationId)).toEqual([]);
  expect(await mailsTo(emails)).toEqual([]);
  // The same file again changes nothing, and neither does what the portal exports.
  expect(await app.request(importOrganizations, { as: editor, body: { csv } })).toMatchObject({ same: 2 });
  const exported = await app.request(exportOrganizations, { as: owner });
  expect(await app.request(importOrganizations, { as: owner, body: exported })).toMatchObject({
    new: 0,
    changed: 0,
    wrong: 0,
  });
});

test("FIRST-4 columns are mapped by choice: without a name nothing is judged, and the choice decides", async () => {
  const name = unique("Quay");
  const csv = lines("Who,Mail", `${name},not an email`);
  const unread = await app.request(checkOrganizations, { as: editor, body: { csv } });
  expect(unread).toMatchObject({ missing: ["Name"], rows: [], ignored: ["Who"] });
  expect(await app.refusal(importOrganizations, { as: editor, body: { csv } })).toMatchObject({
    status: 400,
    message: "Line 1: The row with the column names must have these too: Name. Nothing was imported.",
    details: { line: 1 },
  });
  const mapped = { csv, columns: ["Name", "Email"] };
  const wrong = await app.request(checkOrganizations, { as: editor, body: mapped });
  // The fault is named by the file's own header.
  expect(wrong.rows).toMatchObject([{ line: 2, fate: "wrong", column: "Mail", cell: "not an email" }]);
  expect(wrong.preview).toEqual({
    columns: ["Name", "Email"],
    rows: [{ line: 2, cells: [name, "not an email"], wrongColumn: "Email" }],
  });
  const body = { csv, columns: ["Name", null] };
  expect(await app.request(importOrganizations, { as: editor, body })).toMatchObject({ new: 1 });
});

test("FIRST-4 a tick invites the people of a file to read: each is mailed once, in turn, also after a kill", async () => {
  const name = unique("Jetty");
  const people = ["ada", "ben", "cho"].map((one) => `${unique(one)}@jetty.example`);
  const csv = lines(HEAD, ...people.map((email, at) => `${name},Person,Number${"abc"[at]},${email},,,,,`));
  const report = await app.request(checkOrganizations, { as: editor, body: { csv, invites: true } });
  expect(report).toMatchObject({ people: 3, counts: { new: 1, changed: 2 } });
  const body = { csv, invites: true, asChecked: report.digest };
  await app.request(importOrganizations, { as: editor, body });
  const { organizationId } = await organizationOf(name);
  const listed = await app.request(listPeopleOfOrganization, { as: owner, params: { id: organizationId } });
  expect(listed.invitations).toMatchObject(
    people.map((email) => ({ email, permissionType: "read", isMailDue: true })),
  );
  // The same file again invites no one a second time.
  expect(await app.request(importOrganizations, { as: editor, body: { csv, invites: true } })).toMatchObject({
    new: 0,
    changed: 0,
    same: 3,
  });
  // One is withdrawn before its turn, and the process ends within the second of the others.
  const [, second, third] = listed.invitations;
  const params = { id: organizationId, invitationId: third?.invitationId ?? "" };
  await app.request(endMemberInvitation, { as: owner, params });
  let enqueued = 0;
  const killed = {
    ...app.deps,
    queue: {
      ...app.deps.queue,
      enqueue: async (...given: Parameters<typeof app.deps.queue.enqueue>) => {
        enqueued += 1;
        if (enqueued > 1) throw new Error("killed");
        return app.deps.queue.enqueue(...given);
      },
    },
  };
  app.log.allowErrors(/"killed"/);
  await expect(mailDueInvitations.run(killed as typeof app.deps, {})).rejects.toThrow(
    "1 of its records failed",
  );
  expect(await mailsTo(people)).toHaveLength(1);
  await Promise.all([mailDueInvitations.run(app.deps, {}), mailDueInvitations.run(app.deps, {})]);
  expect((await mailsTo(people)).map(({ recipient }) => recipient).toSorted()).toEqual(
    people.slice(0, 2).toSorted(),
  );
  const after = await app.request(listPeopleOfOrganization, { as: owner, params: { id: organizationId } });
  expect(after.invitations.map(({ email, isMailDue }) => [email, isMailDue])).toEqual([
    [people[0], false],
    [people[1], false],
  ]);
  const audited = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, second?.invitationId ?? ""));
  expect(audited.map(({ action }) => action).filter((action) => action.startsWith("invitation."))).toEqual([
    "invitation.send",
    "invitation.mail",
  ]);
});

test("FIRST-4 invitations of a file leave room for others in the hour, and wait for the next", async () => {
  await mailDueInvitations.run(app.deps, {});
  const name = unique("Pier");
  const email = `${unique("dan")}@pier.example`;
  const csv = lines(HEAD, `${name},Dan,Ito,${email},,,,,`);
  await app.request(importOrganizations, { as: owner, body: { csv, invites: true } });
  const isLimit = eq(rateLimits.key, "invite");
  await app.db.update(rateLimits).set({ attempts: INVITED_AN_HOUR }).where(isLimit);
  await mailDueInvitations.run(app.deps, {});
  expect(await mailsTo([email])).toEqual([]);
  // A try that was refused is not counted.
  const [limit] = await app.db.select().from(rateLimits).where(isLimit);
  expect(limit?.attempts).toBe(INVITED_AN_HOUR);
  await app.db.delete(rateLimits).where(isLimit);
  await mailDueInvitations.run(app.deps, {});
  expect(await mailsTo([email])).toHaveLength(1);
});

test("FIRST-4 one address gets at most five invitations of a file in an hour, and others need not wait for it", async () => {
  await mailDueInvitations.run(app.deps, {});
  const email = `${unique("gus")}@six.example`;
  const other = `${unique("ida")}@six.example`;
  const names = Array.from({ length: 6 }, (_, at) => unique(`Six ${at}`));
  const csv = lines(
    HEAD,
    ...names.map((name) => `${name},Gus,Ray,${email},,,,,`),
    `${names[0]},Ida,Ray,${other},,,,,`,
  );
  await app.request(importOrganizations, { as: owner, body: { csv, invites: true } });
  await mailDueInvitations.run(app.deps, {});
  expect(await mailsTo([email])).toHaveLength(5);
  expect(await mailsTo([other])).toHaveLength(1);
  await app.db.delete(rateLimits).where(eq(rateLimits.key, `invite ${email.toLowerCase()}`));
  await mailDueInvitations.run(app.deps, {});
  expect(await mailsTo([email])).toHaveLength(6);
});

test("FIRST-4 only who may invite people of clients may tick it, and colleagues and members are not invited", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  const { organizationName, organizationId } = organization;
  const csv = lines(
    "Name,Email",
    `${organizationName},${member.email.toUpperCase()}`,
    `${organizationName},${editor.email}`,
    `${organizationName},${unique("eve")}@pier.example`,
  );
  const { recordVersion, ...settings } = await app.request(getSettings, { as: owner });
  const withoutNext = ({ prefix, digits }: { prefix: string; digits: number }) => ({ prefix, digits });
  const same = {
    ...settings,
    documentNumbers: withoutNext(settings.documentNumbers),
    invoiceNumbers: withoutNext(settings.invoiceNumbers),
  };
  async function set(editorsInvite: boolean, version: number) {
    const body = { settings: { ...same, editorsInvite }, recordVersion: version };
    const saved = await app.request(updateSettings, { as: owner, body });
    await app.deps.settings.refresh();
    return saved.recordVersion;
  }
  const body = { csv, invites: true };
  expect(await app.request(checkOrganizations, { as: editor, body })).toMatchObject({ people: 1 });
  const version = await set(false, recordVersion);
  expect(await app.refusal(importOrganizations, { as: editor, body })).toMatchObject({
    status: 403,
    details: { reason: "not-owner" },
  });
  expect(await invitedTo(organizationId)).toEqual([]);
  await app.request(importOrganizations, { as: owner, body });
  const isDueHere = and(eq(invitations.organizationId, organizationId), eq(invitations.isMailDue, true));
  expect(await app.db.$count(invitations, isDueHere)).toBe(1);
  await set(true, version);
});
