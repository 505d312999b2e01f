import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import {
  endInvitation,
  inviteAdmin,
  listAdmins,
  listCompanyInvitations,
  resendInvitation,
} from "#contract/admin/people.ts";
import { acceptInvitation, acceptInvitationAsSignedIn, readInvitation } from "#contract/invitations.ts";
import { listOrganizations, listPermissions } from "#contract/permissions.ts";
import type { InvitedRight } from "#domain/invitations/invitation.ts";
import { change, PORTAL } from "#server/access/change.ts";
import { invitePerson } from "#server/invitations/invite-person.ts";
import { userProfiles } from "#server/schema/account.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { authUsers } from "#server/schema/identity.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissionRequests } from "#server/schema/permissions.ts";
import { makeAdmin, makeOrganization, makePerson, unique } from "#tests/support/factories.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { PROVED } from "#tests/support/proved.ts";

const app = await startTestApp();
const owner = await makeAdmin(app.db, "owner");

const newEmail = () => `${unique("invited")}@example.test`;
const NEW = { firstName: "Grace", lastName: "Hopper", password: "a-long-password-of-mine" };
const PASSWORD_OF = { password: NEW.password };

async function tokenMailedTo(email: string): Promise<string> {
  const link = await mailedLinkIn(app.deps.env.dataDir, email);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invitation#[\w-]{43}$/);
  return link.split("#")[1] ?? "";
}

async function invite(email: string, adminRole: "viewer" | "editor" | "owner" = "editor"): Promise<string> {
  await app.request(inviteAdmin, { as: owner, ...PROVED, body: { email, adminRole } });
  return tokenMailedTo(email);
}

/** Invites as the calls of organizations do. */
async function inviteTo(email: string, right: InvitedRight): Promise<string> {
  const { userProfileId, email: ofOwner } = owner;
  const invitedBy = { userProfileId, name: "Ada", email: ofOwner };
  const deps = { ...app.deps, db: app.db };
  await change(deps, PORTAL, (opened) => invitePerson(opened, deps, { email, right, invitedBy }));
  return tokenMailedTo(email);
}

const read = (token: string) => app.request(readInvitation, { body: { token } });
const accept = (token: string) => app.request(acceptInvitation, { body: { token, ...NEW } });
const refuse = (token: string) => app.refusal(acceptInvitation, { body: { token, ...NEW } });
const roleOf = async (email: string) =>
  (await app.request(listAdmins, { as: owner })).find((one) => one.email === email)?.adminRole;

async function signIn(email: string): Promise<number> {
  const body = { email, ...PASSWORD_OF };
  return (await app.rawRequest("POST /api/auth/sign-in/email", { body })).status;
}

test("COMPANY-1 a person invited by mail makes an account by the link, once, and has the role at once", async () => {
  const email = newEmail();
  const token = await invite(email);
  // Like a program that opens every link of a mail.
  await app.rawRequest("GET /invitation");
  expect(await read(token)).toMatchObject({ state: "open", email, adminRole: "editor", hasAccount: false });
  expect(await roleOf(email)).toBeUndefined();

  expect(await accept(token)).toEqual({ email, isAdmin: true, slug: null });
  expect(await roleOf(email)).toBe("editor");
  expect(await signIn(email)).toBe(200);
  expect(await read(token)).toMatchObject({ state: "used" });
  expect(await refuse(token)).toMatchObject({ status: 409, details: { reason: "used" } });
  const [person] = await app.db.select().from(userProfiles).where(eq(userProfiles.email, email));
  const isOfPerson = eq(auditEvents.subjectId, person?.userProfileId ?? "");
  const recorded = await app.db.select().from(auditEvents).where(isOfPerson);
  expect(recorded).toMatchObject([{ action: "invitation.accept", details: { email, adminRole: "editor" } }]);
});

test("COMPANY-1 when two people accept one invitation at once, one joins", async () => {
  const token = await invite(newEmail());
  const answers = await Promise.allSettled([accept(token), accept(token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("COMPANY-1 an expired, ended or replaced invitation gives no access, and says which it is", async () => {
  const email = newEmail();
  const first = await invite(email);
  const [pending] = (await app.request(listCompanyInvitations, { as: owner })).filter(
    (one) => one.email === email,
  );
  const id = pending?.invitationId ?? "";
  await app.db.delete(mails).where(eq(mails.recipient, email));
  await app.db
    .update(invitations)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(invitations.invitationId, id));
  expect(await read(first)).toMatchObject({ state: "expired" });
  expect(await refuse(first)).toMatchObject({ status: 409, details: { reason: "expired" } });

  const again = await app.request(resendInvitation, { as: owner, params: { id } });
  expect(new Date(again.expiresAt).getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  expect(await refuse(first)).toMatchObject({ status: 404 });
  await app.request(endInvitation, { as: owner, params: { id } });
  expect(await app.refusal(resendInvitation, { as: owner, params: { id } })).toMatchObject({ status: 404 });
  expect(await app.refusal(endInvitation, { as: owner, params: { id } })).toMatchObject({ status: 404 });
  const left = await app.request(listCompanyInvitations, { as: owner });
  expect(left.map((one) => one.invitationId)).not.toContain(id);
  expect(await roleOf(email)).toBeUndefined();
});

test("COMPANY-1 inviting a person again changes the role and leaves one invitation", async () => {
  const email = newEmail();
  await invite(email, "viewer");
  await app.request(inviteAdmin, {
    as: owner,
    ...PROVED,
    body: { email: email.toUpperCase(), adminRole: "owner" },
  });
  const pending = (await app.request(listCompanyInvitations, { as: owner })).filter(
    (one) => one.email?.toLowerCase() === email,
  );
  expect(pending).toMatchObject([{ adminRole: "owner" }]);
});

test("COMPANY-1 a member cannot be invited, nor use an invitation", async () => {
  const viewer = await makeAdmin(app.db, "viewer");
  const body = { email: viewer.email, adminRole: "owner" } as const;
  expect(await app.refusal(inviteAdmin, { as: owner, ...PROVED, body })).toMatchObject({
    status: 409,
    details: { reason: "already-in" },
  });
  const late = await makePerson(app.db, { organization: null });
  const token = await invite(late.email, "owner");
  const { userProfileId } = late;
  await app.db
    .update(userProfiles)
    .set({ adminRole: "viewer" })
    .where(eq(userProfiles.userProfileId, userProfileId));
  expect(await read(token)).toMatchObject({ state: "already-in" });
  expect(await app.refusal(acceptInvitationAsSignedIn, { as: late, body: { token } })).toMatchObject({
    status: 409,
    details: { reason: "already-in" },
  });
  expect(await roleOf(late.email)).toBe("viewer");
});

test("COMPANY-1 a person with an account joins by signing in, under that account only", async () => {
  const person = await makePerson(app.db, { organization: null });
  const stranger = await makePerson(app.db);
  const token = await invite(person.email, "viewer");
  expect(await read(token)).toMatchObject({ state: "open", hasAccount: true });
  expect(await refuse(token)).toMatchObject({ status: 409, details: { reason: "has-account" } });
  expect(await app.refusal(acceptInvitationAsSignedIn, { as: stranger, body: { token } })).toMatchObject({
    status: 409,
    details: { reason: "wrong-account" },
  });
  expect(await app.request(acceptInvitationAsSignedIn, { as: person, body: { token } })).toEqual({
    email: person.email,
    isAdmin: true,
    slug: null,
  });
  expect(await roleOf(person.email)).toBe("viewer");
});

test("COMPANY-1 a member who has another email than the invited one keeps their right", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const [viewer, reader] = [
    await makeAdmin(app.db, "viewer"),
    await makePerson(app.db, { organization: { organizationId }, permission: "read" }),
  ];
  const rights = [{ adminRole: "owner" }, { organizationId, permissionType: "write" }] as const;
  for (const [index, as] of [viewer, reader].entries()) {
    // They sign in with the invited email, and their profile has another one.
    const isTheirs = eq(userProfiles.userProfileId, as.userProfileId);
    await app.db.update(userProfiles).set({ email: newEmail() }).where(isTheirs);
    const token = await inviteTo(as.email, rights[index] as InvitedRight);
    expect(await app.refusal(acceptInvitationAsSignedIn, { as, body: { token } })).toMatchObject({
      status: 409,
      details: { reason: "already-in" },
    });
  }
  expect(await app.request(getProfile, { as: viewer })).toMatchObject({ adminRole: "viewer" });
  expect(await app.request(listPermissions, { as: reader })).toMatchObject([{ permissionType: "read" }]);
});

test("COMPANY-1 a person with a sign-in and no profile must give their names to join", async () => {
  const person = await makePerson(app.db, { hasProfile: false, organization: null });
  const token = await invite(person.email, "viewer");
  const accepting = { as: person, body: { token } };
  expect(await app.refusal(acceptInvitationAsSignedIn, accepting)).toMatchObject({
    status: 400,
    message: "Please enter your first and last name.",
  });
  const names = { firstName: "Grace", lastName: "Hopper" };
  await app.request(acceptInvitationAsSignedIn, { as: person, body: { token, ...names } });
  expect(await roleOf(person.email)).toBe("viewer");
});

test("COMPANY-1 a person who was imported without a sign-in gets one by their invitation", async () => {
  const email = newEmail();
  const userProfileId = unique("imported");
  await app.db.insert(userProfiles).values({ userProfileId, firstName: "Ada", lastName: "Byron", email });
  const token = await invite(email, "viewer");
  expect(await read(token)).toMatchObject({ firstName: "Ada", hasAccount: false });
  await accept(token);
  expect(await signIn(email)).toBe(200);
  expect(await app.db.select().from(userProfiles).where(eq(userProfiles.email, email))).toMatchObject([
    { userProfileId, firstName: "Grace", adminRole: "viewer" },
  ]);
});

test("COMPANY-3 a person invited to an organization belongs to it, in place of the request for them", async () => {
  const { organizationId, organizationName } = await makeOrganization(app.db);
  const email = newEmail();
  await app.db.insert(organizationPermissionRequests).values({
    organizationPermissionRequestId: unique("request"),
    organizationId,
    email,
    firstName: "Grace",
    lastName: "Hopper",
    permissionType: "write",
  });
  const token = await inviteTo(email, { organizationId, permissionType: "write" });
  expect(await read(token)).toMatchObject({ organizationName, permissionType: "write", adminRole: null });
  expect(await accept(token)).toEqual({ email, isAdmin: false, slug: null });
  const [signedUp] = await app.db.select().from(authUsers).where(eq(authUsers.email, email));
  const as = { authUserId: signedUp?.id ?? "" };
  expect(await app.request(listOrganizations, { as })).toMatchObject([{ organizationId }]);
  expect(await app.request(getProfile, { as })).toMatchObject({ activeOrganizationId: organizationId });
  const left = await app.db
    .select()
    .from(organizationPermissionRequests)
    .where(eq(organizationPermissionRequests.organizationId, organizationId));
  expect(left).toEqual([]);
});

test("COMPANY-1 no answer and no table has the token of an invitation, and a guessed one opens nothing", async () => {
  const email = newEmail();
  const answer = await app.request(inviteAdmin, {
    as: owner,
    ...PROVED,
    body: { email, adminRole: "viewer" },
  });
  const token = await tokenMailedTo(email);
  expect(JSON.stringify(answer)).not.toContain(token);
  const kept = async () =>
    JSON.stringify([await app.db.select().from(invitations), await app.db.select().from(mails)]);
  await expect.poll(kept).not.toContain(token);
  expect(JSON.stringify(app.log.records)).not.toContain(token);
  expect(await app.refusal(readInvitation, { body: { token: `${token}x` } })).toMatchObject({ status: 404 });
  const common = { token, ...NEW, password: "password123" };
  expect(await app.refusal(acceptInvitation, { body: common })).toMatchObject({
    details: { reason: "common-password" },
  });
});

test("COMPANY-1 one address gets five invitations an hour at most", async () => {
  const email = newEmail();
  const body = { email, adminRole: "viewer" } as const;
  for (let sent = 0; sent < 5; sent += 1) await app.request(inviteAdmin, { as: owner, ...PROVED, body });
  expect(await app.refusal(inviteAdmin, { as: owner, ...PROVED, body })).toMatchObject({ status: 429 });
});
