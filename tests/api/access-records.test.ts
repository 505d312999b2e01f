import { eq, getTableColumns } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { confirmEmail } from "#contract/account.ts";
import { importPeople } from "#contract/admin/imports.ts";
import { changeEmail, removePerson, resetFactor } from "#contract/admin/people.ts";
import {
  changePermission,
  endMemberInvitation,
  grantRequest,
  inviteMember,
} from "#contract/admin/permissions.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { listNotifications } from "#contract/notifications.ts";
import { removePermission, requestPermission } from "#contract/permissions.ts";
import { addSecondFactor, prepareSecondFactor } from "#contract/security.ts";
import { findAccess } from "#server/access-records/queries.ts";
import { erasePerson } from "#server/people/erase-person.ts";
import { resetFactorByEmail } from "#server/people/reset-factor.ts";
import { accessRecords } from "#server/schema/access-records.ts";
import { userProfiles } from "#server/schema/account.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { verifyEvidence } from "#server/verification/verify-evidence.ts";
import { accessMailsTo, accessRecordsOf, kindsOf } from "#tests/support/access-events.ts";
import { changeEachColumn } from "#tests/support/change-each-column.ts";
import {
  makeAdmin,
  makeOrganization,
  makePermission,
  makePerson,
  makeQuote,
  PASSWORD,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedCode, mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { asIntruder } from "#tests/support/past-triggers.ts";
import { PROVED } from "#tests/support/proved.ts";
import { stepAt, totpOf } from "#tests/support/totp.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const NEW = { firstName: "Ana", lastName: "Silva", password: "three-brown-owls" };
const verify = () => verifyEvidence(app.deps, () => undefined);

/** An organization with two writers, of whom the second only reads mails. */
async function makeClient() {
  const organization = await makeOrganization(app.db, { organizationName: unique("Harbour") });
  const writer = await makePerson(app.db, {
    organization,
    profile: { firstName: "Wren", lastName: "Alder" },
  });
  const colleague = await makePerson(app.db, { organization });
  return { organization, organizationId: organization.organizationId, writer, colleague };
}

async function switchFactorOn(person: TestPerson): Promise<void> {
  const { setup, secret } = await app.request(prepareSecondFactor, { as: person });
  const code = totpOf(secret, stepAt(app.deps.clock()));
  await app.request(addSecondFactor, { as: person, body: { password: PASSWORD, setup, code } });
}

/** Whether a change was made; false: others held its locks for too long, so that it answered "try again". */
const isDone = (made: Promise<unknown>): Promise<boolean> =>
  made.then(
    () => true,
    (error: Error) => {
      if (error.message.includes('"reason":"busy"')) return false;
      throw error;
    },
  );

const messagesTo = async (as: TestPerson) => {
  const span = { startDate: "2020-01-01T00:00:00Z", endDate: "2099-01-01T00:00:00Z" };
  return (await app.request(listNotifications, { as, body: span })).map(({ message }) => message);
};

/** Invites a person and accepts as them. */
async function join(organizationId: string, permissionType: "read" | "write") {
  const userDetails = { email: `${unique("ana")}@example.test`, firstName: "Ana", lastName: "Silva" };
  const body = { userDetails, permissionType };
  const people = await app.request(inviteMember, { as: owner, params: { id: organizationId }, body });
  const token = await mailedToken(app, userDetails.email);
  await app.request(acceptInvitation, { body: { token, ...NEW } });
  return { ...userDetails, invitationId: people.invitations.at(-1)?.invitationId ?? "" };
}

async function memberOf(organizationId: string, email: string) {
  const records = await accessRecordsOf(app, organizationId);
  return (
    records.find(({ personEmail, kind }) => personEmail === email && kind === "grant")?.userProfileId ?? ""
  );
}

describe("FIELD-2 the company cannot pass for its client unseen", () => {
  test("FIELD-2 the takeover of a writer by an owner leaves an event of every step, and all mailboxes are told", async () => {
    const { organizationId, writer, colleague } = await makeClient();
    const { userProfileId } = writer;
    await switchFactorOn(writer);
    const params = { id: userProfileId };
    const newEmail = `${unique("puppet")}@company.test`;
    const trace: string[] = [];
    const step = async (what: string) => {
      const { isGood, message } = await verify();
      trace.push(
        `${what}: ${(await kindsOf(app, organizationId)).join(", ")}; ${isGood ? "intact" : message}`,
      );
    };

    await app.request(changeEmail, { as: owner, params, body: { newEmail }, ...PROVED });
    await step("the owner requests the email of a mailbox of their own");
    await app.request(confirmEmail, { body: { token: await mailedToken(app, newEmail) } });
    await step("the owner presses the link in that mailbox");
    await app.request(resetFactor, { as: owner, params, ...PROVED });
    await step("the owner resets the second factor");
    await app.rawRequest("POST /api/auth/email-otp/request-password-reset", { body: { email: newEmail } });
    const reset = { email: newEmail, otp: await mailedCode(app, newEmail), password: NEW.password };
    expect((await app.rawRequest("POST /api/auth/email-otp/reset-password", { body: reset })).status).toBe(
      200,
    );
    const signIn = { body: { email: newEmail, password: NEW.password } };
    expect((await app.rawRequest("POST /api/auth/sign-in/email", signIn)).status).toBe(200);
    await step("the owner signs in as the writer, with a password of their own");
    expect(trace).toEqual([
      "the owner requests the email of a mailbox of their own: access.request-email; intact",
      "the owner presses the link in that mailbox: access.request-email, access.change-email; intact",
      "the owner resets the second factor: access.request-email, access.change-email, access.reset-factor; intact",
      "the owner signs in as the writer, with a password of their own: access.request-email, access.change-email, access.reset-factor; intact",
    ]);

    expect(await accessRecordsOf(app, organizationId)).toMatchObject(
      [
        { kind: "request-email", newEmail },
        { kind: "change-email", newEmail },
        { kind: "reset-factor", newEmail: null },
      ].map((record) => ({
        ...record,
        userProfileId,
        actorSide: "company",
        actorUserProfileId: owner.userProfileId,
        personEmail: record.kind === "reset-factor" ? newEmail : writer.email,
      })),
    );
    const who = `Wren Alder (${writer.email})`;
    const by = /^Access to Harbour.*\n\nAda .* of Ember & Oak Digital /;
    const told = await accessMailsTo(app, colleague.email);
    expect(told).toMatchObject([by, by, by].map((one) => expect.stringMatching(one)));
    expect(told[0]).toContain(`requested a new sign-in email for ${who}.`);
    expect(told[1]).toContain(`had requested a new sign-in email for ${who}. It is confirmed and works now.`);
    expect(told[2]).toContain(`reset the two-step sign-in of Wren Alder (${newEmail})`);
    for (const text of told.slice(0, 2))
      expect(text, "the new address stays unnamed").not.toContain(newEmail);
    expect(await messagesTo(colleague)).toHaveLength(3);
    expect(await accessMailsTo(app, writer.email), "the old address").toMatchObject([
      expect.stringContaining("requested a new email for your sign-in."),
    ]);
    expect(await accessMailsTo(app, owner.email), "the actor").toEqual([]);
  });

  test("FIELD-2 each invitation, grant, change and removal is an event, and the newest grant names who granted a writer's access", async () => {
    const { organizationId, writer, colleague } = await makeClient();
    expect(await findAccess(app.db, { ...writer, organizationId }), "older than the records").toBeNull();
    const ana = await join(organizationId, "read");
    const userProfileId = await memberOf(organizationId, ana.email);
    const access = () => findAccess(app.db, { userProfileId, organizationId });
    expect(await access(), "a reader").toBeNull();
    const [permission] = await app.db
      .select()
      .from(organizationPermissions)
      .where(eq(organizationPermissions.userId, userProfileId));
    const params = { id: permission?.organizationPermissionId ?? "" };
    const toWrite = { as: owner, params, body: { permissionType: "write" }, ...PROVED } as const;
    await app.request(changePermission, toWrite);
    const [, , changed] = await accessRecordsOf(app, organizationId);
    expect(await access()).toEqual({
      accessRecordId: changed?.accessRecordId,
      since: changed?.at,
      actorName: expect.stringMatching(/^Ada /),
      actorSide: "company",
    });
    await app.request(changePermission, { ...toWrite, body: { permissionType: "read" } });
    expect(await access()).toBeNull();
    await app.request(removePermission, { as: writer, params: { organizationPermissionId: params.id } });

    const userDetails = { email: `${unique("bo")}@example.test`, firstName: "Bo", lastName: "Lind" };
    const wanted = { organizationId, userDetails, permissionType: "read" as const };
    const request = await app.request(requestPermission, { as: writer, body: wanted });
    await app.request(grantRequest, {
      as: owner,
      params: { id: request.organizationPermissionRequestId },
      body: { permissionType: "write" },
    });
    const invited = await accessRecordsOf(app, organizationId);
    const { invitationId } = invited.at(-1) ?? {};
    await app.request(endMemberInvitation, {
      as: owner,
      params: { id: organizationId, invitationId: invitationId ?? "" },
    });
    const records = await accessRecordsOf(app, organizationId);
    const read = { permissionType: "read", actorSide: "company" };
    expect(records).toMatchObject([
      {
        kind: "invite",
        ...read,
        personEmail: ana.email,
        userProfileId: null,
        invitationId: ana.invitationId,
      },
      { kind: "grant", ...read, personEmail: ana.email, userProfileId, invitationId: ana.invitationId },
      { kind: "change", permissionType: "write", previousPermissionType: "read", actorSide: "company" },
      { kind: "change", permissionType: "read", previousPermissionType: "write", actorSide: "company" },
      {
        kind: "remove",
        permissionType: "read",
        actorSide: "organization",
        actorUserProfileId: writer.userProfileId,
      },
      { kind: "invite", permissionType: "write", personName: "Bo Lind", personEmail: userDetails.email },
      { kind: "withdraw", permissionType: "write", personName: "Bo Lind", invitationId },
    ]);
    expect(await kindsOf(app, organizationId)).toEqual(records.map(({ kind }) => `access.${kind}`));
    expect((await verify()).message).toMatch(/^Intact/);

    const told = (await accessMailsTo(app, colleague.email)).map((text) => text.split("\n\n")[1]);
    const name = `Ana Silva (${ana.email})`;
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`invited Ana Silva .${ana.email}. to Harbour.*, to read\\.$`)),
      expect.stringContaining(`had invited ${name}, who has joined`),
      expect.stringContaining("from “read” to “read and accept”."),
      expect.stringContaining("from “read and accept” to “read”."),
      expect.stringMatching(/^Wren Alder removed the access of Ana Silva/),
      expect.stringContaining("invited Bo Lind"),
    ]);
    expect(await accessMailsTo(app, writer.email), "not of the own removal").toHaveLength(5);
    expect((await accessMailsTo(app, ana.email)).map((text) => text.split("\n\n")[1])).toEqual([
      expect.stringContaining("changed what you may do for Harbour"),
      expect.stringContaining("changed what you may do for Harbour"),
      expect.stringMatching(/^Wren Alder removed your access to Harbour/),
    ]);
  });

  test("FIELD-2 an import of people is one event per person, and one mail to a writer about all", async () => {
    const { organization, organizationId, colleague, writer } = await makeClient();
    const { organizationName } = organization;
    const rows = ["ana", "bo"].map(
      (name) => `${unique(name)}@example.test,${name},Silva,${organizationName},Write`,
    );
    rows.push(`${writer.email},Forged,Name,${organizationName},Read`);
    const csv = ["Email,First name,Last name,Organization,Right", ...rows].join("\n");
    await app.request(importPeople, { as: owner, body: { csv } });
    const by = { actorSide: "import", actorUserProfileId: owner.userProfileId };
    expect(await accessRecordsOf(app, organizationId)).toMatchObject([
      { kind: "grant", permissionType: "write", personName: "ana Silva", ...by },
      { kind: "grant", permissionType: "write", personName: "bo Silva", ...by },
      { kind: "change", permissionType: "read", personName: "Wren Alder", ...by },
    ]);
    expect(await accessMailsTo(app, colleague.email)).toMatchObject([
      expect.stringContaining(`changed the access of 3 people to ${organizationName}.`),
    ]);
    expect(await accessMailsTo(app, writer.email)).toMatchObject([
      expect.stringContaining("what you may do"),
    ]);
    expect((await verify()).message).toMatch(/^Intact/);
  });

  test("FIELD-2 the command line's reset of a factor is an event, also for a person of no organization", async () => {
    const { organizationId, writer } = await makeClient();
    const alone = await makePerson(app.db, { organization: null });
    for (const person of [writer, alone]) {
      await switchFactorOn(person);
      await resetFactorByEmail(app.deps, person.email);
    }
    const reset = { kind: "reset-factor", actorSide: "operator", actorName: null, actorUserProfileId: null };
    expect(await accessRecordsOf(app, organizationId)).toMatchObject([reset]);
    const ofAlone = eq(accessRecords.userProfileId, alone.userProfileId);
    expect(await app.db.select().from(accessRecords).where(ofAlone)).toMatchObject([
      { ...reset, organizationId: null },
    ]);
    expect((await verify()).message).toMatch(/^Intact/);
  });

  test("FIELD-2 each field of an access record is compared, and one that was slipped in is found", async () => {
    const { organizationId } = await makeClient();
    await join(organizationId, "write");
    const [invited, granted] = await accessRecordsOf(app, organizationId);
    const isNoticed = async () => !(await verify()).isGood;
    const where = `access_record_id = '${granted?.accessRecordId}'`;
    // A record outside the chain can only remove access, which the table itself enforces.
    expect(await changeEachColumn(app, accessRecords, where, isNoticed, ["is_outside_chain"])).toEqual([]);
    const outside = `update access_records set is_outside_chain = true, kind = 'remove' where ${where}`;
    await asIntruder(app, outside);
    expect((await verify()).message).toContain(
      `the granted permission ${granted?.accessRecordId} differs from its evidence: kind, isOutsideChain.`,
    );
    await asIntruder(
      app,
      `update access_records set is_outside_chain = false, kind = 'grant' where ${where}`,
    );
    await asIntruder(
      app,
      `insert into access_records select (jsonb_populate_record(one, '{"access_record_id": "forged"}')).* from access_records as one where ${where}`,
    );
    expect((await verify()).message).toContain("The access record forged has no evidence");
    await asIntruder(app, "delete from access_records where access_record_id = 'forged'");
    await asIntruder(app, `delete from access_records where access_record_id = '${invited?.accessRecordId}'`);
    expect((await verify()).message).toContain(
      `the invitation ${invited?.accessRecordId} is no longer in the database.`,
    );
    if (invited)
      await asIntruder(
        app,
        "insert into access_records select * from jsonb_populate_record(null::access_records, $1)",
        [
          JSON.stringify(
            Object.fromEntries(
              Object.entries(getTableColumns(accessRecords)).map(([field, { name }]) => [
                name,
                invited[field as keyof typeof invited],
              ]),
            ),
          ),
        ],
      );
    expect((await verify()).message).toMatch(/^Intact/);
  });

  test("FIELD-2 a person and an actor who were erased leave chains that are intact", async () => {
    const { organizationId, writer } = await makeClient();
    const profile = { firstName: "Olive", lastName: "Owner", adminRole: "owner" } as const;
    const second = await makePerson(app.db, { organization: null, profile });
    const params = { id: writer.userProfileId };
    const newEmail = `${unique("wren")}@example.test`;
    await app.request(changeEmail, { as: second, params, body: { newEmail }, ...PROVED });
    await app.request(removePerson, { as: second, params });
    for (const email of [newEmail, writer.email, second.email])
      expect((await erasePerson(app.deps, email)).isGood).toBe(email !== second.email);
    const gone = { removedAt: new Date(), adminRole: null, email: `${unique("gone")}@example.test` };
    await app.db.update(userProfiles).set(gone).where(eq(userProfiles.userProfileId, second.userProfileId));
    expect(await erasePerson(app.deps, second.email)).toMatchObject({ isGood: true });
    const left = JSON.stringify(await accessRecordsOf(app, organizationId));
    for (const word of [writer.email, newEmail, second.email, "Wren", "Olive"])
      expect(left).not.toContain(word);
    expect(await accessRecordsOf(app, organizationId)).toMatchObject([
      { kind: "request-email", userProfileId: writer.userProfileId, newEmail: null },
      { kind: "remove", userProfileId: writer.userProfileId },
    ]);
    expect((await verify()).message).toMatch(/^Intact/);
  });

  test("FIELD-2 two owners at once, a removal and an acceptance: all chains follow one order, and none is broken", async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, makeClient));
    const shared = await Promise.all(
      Array.from({ length: 3 }, () => makePerson(app.db, { organization: null })),
    );
    const ids = clients.map(({ organizationId }) => organizationId);
    for (const [at, { userProfileId: userId }] of shared.entries())
      for (const organizationId of at % 2 ? ids : ids.toReversed())
        await makePermission(app.db, { userId, organizationId, permissionType: "write" });
    const second = await makeAdmin(app.db, "owner");
    const [first] = clients;
    const { document } = await makeQuote(app.db, { organizationId: first?.organizationId ?? "" });
    const of = { as: first?.writer, params: { id: document.uniqueDocumentId } };
    const { contentHash } = await app.request(getDocument, of);
    const body = { uniqueDocumentId: document.uniqueDocumentId, status: "APPROVED" as const, contentHash };
    const ask = (as: TestPerson, { userProfileId: id }: TestPerson) =>
      app.request(changeEmail, {
        as,
        params: { id },
        body: { newEmail: `${unique("n")}@x.test` },
        ...PROVED,
      });
    const [ada, bo, cy] = shared as [TestPerson, TestPerson, TestPerson];
    const [removed, accepted, ...asked] = await Promise.all([
      isDone(app.request(removePerson, { as: owner, params: { id: cy.userProfileId } })),
      isDone(app.request(approveDocument, { ...of, body })),
      ...[ask(owner, ada), ask(second, bo), ask(second, ada), ask(owner, bo)].map(isDone),
    ]);
    for (const id of ids) {
      const kinds = (await kindsOf(app, id)).filter((kind) => kind.startsWith("access."));
      expect(kinds.toSorted()).toEqual([
        ...(removed ? ["access.remove"] : []),
        ...asked.filter(Boolean).map(() => "access.request-email"),
      ]);
    }
    expect([removed, accepted, ...asked]).toContain(true);
    expect((await verify()).message).toMatch(/^Intact/);
  });
});
