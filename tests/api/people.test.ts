import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { confirmEmail, getProfile } from "#contract/account.ts";
import {
  changeEmail,
  correctName,
  endEmailChange,
  getPerson,
  listPeople,
  removePerson,
} from "#contract/admin/people.ts";
import { listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { documentDecisions } from "#server/schema/document-versions.ts";
import { authSessions, authUsers } from "#server/schema/identity.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { notifications } from "#server/schema/notifications.ts";
import { emailChanges } from "#server/schema/people.ts";
import {
  makeAdmin,
  makeDocument,
  makeNotification,
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeInvitation } from "#tests/support/make-invitation.ts";
import { PROVED } from "#tests/support/proved.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const owner = await makeAdmin(app.db, "owner");

const get = (id: string) => app.request(getPerson, { as: viewer, params: { id } });
const signIn = ({ email, password }: Pick<TestPerson, "email" | "password">) =>
  app.rawRequest("POST /api/auth/sign-in/email", { body: { email, password } });
const recorded = async (subjectId: string) => {
  const rows = await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, subjectId));
  return rows.map(({ action, details }) => ({ action, details }));
};

test("COMPANY-4 the list has the people of every organization with memberships and last sign-in", async () => {
  const word = unique("Lister");
  const organization = await makeOrganization(app.db, { organizationName: `${word} Alpha` });
  const second = await makeOrganization(app.db, { organizationName: `${word} Beta` });
  const person = await makePerson(app.db, { organization, profile: { lastName: word } });
  const { userProfileId: userId, email } = person;
  await makePermission(app.db, { userId, organizationId: second.organizationId, permissionType: "read" });
  const before = Date.now();
  expect((await signIn(person)).status).toBe(200);
  const query = { limit: 10, q: `${word} Beta`, sort: "name" } as const;
  const { data, page } = await app.requestPage(listPeople, { as: viewer, query });
  expect(page.total).toBe(1);
  expect(data).toMatchObject([
    {
      userProfileId: userId,
      email,
      adminRole: null,
      hasSignIn: true,
      memberships: [
        { organizationName: `${word} Alpha`, permissionType: "write" },
        { organizationName: `${word} Beta`, permissionType: "read" },
      ],
    },
  ]);
  expect(Date.parse(data[0]?.lastSignedInAt ?? "")).toBeGreaterThanOrEqual(before - 1000);
});

test("COMPANY-4 a name is corrected at once, and the audit row does not contain the name", async () => {
  const person = await makePerson(app.db);
  const params = { id: person.userProfileId };
  const body = { firstName: "  Grace ", lastName: "Hopper" };
  expect(await app.request(correctName, { as: owner, params, body })).toMatchObject({
    firstName: "Grace",
    lastName: "Hopper",
  });
  expect(await app.request(getProfile, { as: person })).toMatchObject({ firstName: "Grace" });
  await app.request(correctName, { as: owner, params, body });
  expect(await recorded(person.userProfileId)).toEqual([
    { action: "person.correct-name", details: { changed: ["firstName", "lastName"] } },
  ]);
  const misused = { firstName: "Win a prize", lastName: "www.evil.test" };
  expect(await app.refusal(correctName, { as: owner, params, body: misused })).toMatchObject({ status: 400 });
});

test("COMPANY-4 a new email counts only once its owner has confirmed it, and the old one is told", async () => {
  const person = await makePerson(app.db);
  const params = { id: person.userProfileId };
  const newEmail = `${unique("New")}@example.test`;
  const asked = await app.request(changeEmail, { as: owner, params, body: { newEmail }, ...PROVED });
  expect(asked).toMatchObject({ email: person.email, emailChange: { newEmail } });
  const token = await mailedToken(app, newEmail);
  expect((await signIn(person)).status).toBe(200);
  expect((await signIn({ ...person, email: newEmail })).status).toBe(401);

  expect(await app.request(confirmEmail, { body: { token } })).toEqual({ email: newEmail });
  expect(await app.request(confirmEmail, { body: { token } }), "pressed twice").toEqual({ email: newEmail });
  expect((await signIn({ ...person, email: newEmail })).status).toBe(200);
  expect((await signIn(person)).status).toBe(401);
  expect(await get(person.userProfileId)).toMatchObject({ email: newEmail, emailChange: null });
  const told = await app.db.select().from(mails).where(eq(mails.recipient, person.email));
  expect(told).toMatchObject([
    { subject: expect.stringMatching(/^Access to .* was changed$/) },
    { subject: expect.stringContaining("new email") },
  ]);
  for (const { text } of told) expect(text).not.toContain(newEmail);
});

test("COMPANY-4 a link to a new email ends at its expiry, when it is withdrawn, and when another one is mailed", async () => {
  const person = await makePerson(app.db);
  const params = { id: person.userProfileId };
  const ask = async () => {
    const newEmail = `${unique("new")}@example.test`;
    await app.request(changeEmail, { as: owner, params, body: { newEmail }, ...PROVED });
    return mailedToken(app, newEmail);
  };
  const replaced = await ask();
  const takenBack = await ask();
  expect(await app.refusal(confirmEmail, { body: { token: replaced } })).toMatchObject({ status: 404 });
  expect(await app.request(endEmailChange, { as: owner, params })).toMatchObject({ emailChange: null });
  expect(await app.refusal(confirmEmail, { body: { token: takenBack } })).toMatchObject({ status: 404 });
  const late = await ask();
  await app.db
    .update(emailChanges)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(emailChanges.userProfileId, person.userProfileId));
  expect(await app.refusal(confirmEmail, { body: { token: late } })).toMatchObject({
    status: 409,
    details: { reason: "expired" },
  });
  expect(await get(person.userProfileId)).toMatchObject({ email: person.email, emailChange: null });
});

test("COMPANY-4 an email of another person is refused, also when it is taken at the same time", async () => {
  const [person, other] = [await makePerson(app.db), await makePerson(app.db)];
  const params = { id: person.userProfileId };
  const taken = { newEmail: other.email.toUpperCase() };
  expect(await app.refusal(changeEmail, { as: owner, params, body: taken, ...PROVED })).toMatchObject({
    status: 409,
    details: { reason: "email-taken" },
  });
  const newEmail = `${unique("new")}@example.test`;
  await app.request(changeEmail, { as: owner, params, body: { newEmail }, ...PROVED });
  const token = await mailedToken(app, newEmail);
  await makePerson(app.db, { profile: { email: newEmail } });
  expect(await app.refusal(confirmEmail, { body: { token } })).toMatchObject({
    status: 409,
    details: { reason: "email-taken" },
  });
  expect(await get(person.userProfileId)).toMatchObject({ email: person.email });
});

test("COMPANY-4 a deleted person is anonymised, cannot sign in, and evidence keeps its own copy", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const person = await makePerson(app.db, { organization });
  const { userProfileId, email, authUserId } = person;
  const { uniqueDocumentId: id } = await makeDocument(app.db, { organizationId });
  const { contentHash } = await app.request(getDocument, { as: person, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED", contentHash } as const;
  await app.request(approveDocument, { as: person, params: { id }, body });
  await makeNotification(app.db, { userProfileId, organizationId });
  await app.db.insert(mails).values({
    mailId: unique("mail"),
    recipient: email,
    subject: "S",
    text: "T",
    html: "H",
    sentAt: new Date(),
  });

  const noted = { auditEventId: unique("event"), at: new Date(), subjectId: unique("invitation") };
  const told = { email: email.toUpperCase(), firstName: "Ada", permissionType: "read" };
  await app.db.insert(auditEvents).values({ ...noted, action: "invitation.send", details: told });

  expect(await app.request(removePerson, { as: owner, params: { id: userProfileId } })).toEqual({
    userProfileId,
  });
  const [event] = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.auditEventId, noted.auditEventId));
  expect(event?.details).toEqual({ permissionType: "read" });
  expect((await signIn(person)).status).toBe(401);
  expect(await app.refusal(getProfile, { as: person })).toMatchObject({ status: 401 });
  expect(await app.refusal(getPerson, { as: viewer, params: { id: userProfileId } })).toMatchObject({
    status: 404,
  });
  const people = await app.request(listPeopleOfOrganization, { as: viewer, params: { id: organizationId } });
  expect(people.members).toEqual([]);

  const [profile] = await app.db
    .select()
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId));
  expect(profile).toMatchObject({ firstName: "Removed", authUserId: null, removedAt: expect.any(Date) });
  const left = {
    signIns: await app.db.select().from(authUsers).where(eq(authUsers.id, authUserId)),
    sessions: await app.db.select().from(authSessions).where(eq(authSessions.userId, authUserId)),
    notifications: await app.db
      .select()
      .from(notifications)
      .where(eq(notifications.userProfileId, userProfileId)),
    mails: await app.db.select().from(mails).where(eq(mails.recipient, email)),
  };
  expect(left).toEqual({ signIns: [], sessions: [], notifications: [], mails: [] });
  const [decision] = await app.db
    .select()
    .from(documentDecisions)
    .where(eq(documentDecisions.uniqueDocumentId, id));
  expect(decision).toMatchObject({ userEmail: email, userName: expect.stringContaining("Ada Byron") });
  expect(await recorded(userProfileId)).toContainEqual({
    action: "person.remove",
    details: { organizations: [organizationId] },
  });
  expect(await app.refusal(removePerson, { as: owner, params: { id: userProfileId } })).toMatchObject({
    status: 404,
  });
});

test("COMPANY-4 removing a person also erases the emails that they had before, but none that they never confirmed, also when the mails about them are cleared", async () => {
  const person = await makePerson(app.db);
  const params = { id: person.userProfileId };
  const ask = async () => {
    const newEmail = `${unique("New")}@example.test`;
    await app.request(changeEmail, { as: owner, params, body: { newEmail }, ...PROVED });
    return newEmail;
  };
  const later = await ask();
  await app.request(confirmEmail, { body: { token: await mailedToken(app, later) } });
  const [unconfirmed, others] = [await ask(), await ask()];
  await makePerson(app.db, { profile: { email: others } });
  const noted = { auditEventId: unique("event"), at: new Date(), subjectId: unique("invitation") };
  const details = { email: person.email, permissionType: "read" };
  await app.db.insert(auditEvents).values({ ...noted, action: "invitation.send", details });
  await app.db.insert(mails).values({
    mailId: unique("mail"),
    recipient: others,
    sentAt: new Date(),
    subject: "S",
    text: "Dear other",
    html: "H",
  });
  await app.db.delete(mails).where(eq(mails.aboutId, person.userProfileId));
  const { organizationId } = await makeOrganization(app.db);
  const usedByUserProfileId = person.userProfileId;
  const ended = { organizationId, firstName: "Ada", usedAt: new Date() };
  const invitationIds = [
    await makeInvitation(app.db, { ...ended, usedByUserProfileId }),
    await makeInvitation(app.db, { ...ended, email: person.email.toUpperCase() }),
  ];
  const ofUnconfirmed = await makeInvitation(app.db, { ...ended, email: unconfirmed, usedAt: null });

  await app.request(removePerson, { as: owner, params });
  const left = await app.db
    .select()
    .from(mails)
    .where(inArray(mails.recipient, [person.email, later, unconfirmed, others]));
  expect(left.map(({ text }) => text)).toEqual(["Dear other"]);
  expect(await recorded(noted.subjectId)).toEqual([
    { action: "invitation.send", details: { permissionType: "read" } },
  ]);
  const kept = inArray(invitations.invitationId, invitationIds);
  expect(await app.db.select().from(invitations).where(kept)).toEqual([]);
  expect(await app.db.$count(invitations, eq(invitations.invitationId, ofUnconfirmed))).toBe(1);
});

test("COMPANY-4 a person who works for the company cannot be deleted, including the last owner", async () => {
  for (const { userProfileId: id } of [owner, viewer]) {
    expect(await app.refusal(removePerson, { as: owner, params: { id } })).toMatchObject({
      status: 409,
      details: { reason: "has-role" },
    });
  }
  expect(await app.request(getProfile, { as: owner })).toMatchObject({ adminRole: "owner" });
});
