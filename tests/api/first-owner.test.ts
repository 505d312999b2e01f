import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listAdmins } from "#contract/admin/people.ts";
import { acceptInvitation, readInvitation } from "#contract/invitations.ts";
import { firstOwnerLink } from "#server/invitations/print-owner-link.ts";
import { userProfiles } from "#server/schema/account.ts";
import { authUsers } from "#server/schema/identity.ts";
import { invitations } from "#server/schema/invitations.ts";
import { admitOwner } from "#server/single-sign-on/require-issuer.ts";
import { makeAdmin, makePerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();

// Each test starts without people of the company.
beforeEach(async () => {
  await app.db.update(userProfiles).set({ adminRole: null }).where(isNotNull(userProfiles.adminRole));
});

const PUBLIC_URL = "https://portal.example";
const NEW = { firstName: "Grace", lastName: "Hopper", password: "a-long-password-of-mine" };
const tokenOf = (link: string | null) => (link ?? "").split("#")[1] ?? "";
const newEmail = () => `${unique("first")}@example.test`;
const invite = (email: string) =>
  admitOwner(app.deps, email, { publicUrl: PUBLIC_URL, companyName: "Ember & Oak" });

const accept = (token: string, email?: string) =>
  app.request(acceptInvitation, { body: { token, ...NEW, ...(email && { email }) } });
const refuse = (token: string, email?: string) =>
  app.refusal(acceptInvitation, { body: { token, ...NEW, ...(email && { email }) } });

async function rolesSeenBy(email: string) {
  const [signIn] = await app.db.select().from(authUsers).where(eq(authUsers.email, email));
  const admins = await app.request(listAdmins, { as: { authUserId: signIn?.id ?? "" } });
  return admins.map(({ email: one, adminRole }) => [one, adminRole]);
}

test("COMPANY-1 the link of an empty portal makes its first owner, once", async () => {
  const link = await firstOwnerLink(app.deps, PUBLIC_URL);
  expect(link).toMatch(/^https:\/\/portal\.example\/invitation#[\w-]{43}$/);
  const email = newEmail();
  expect(await app.request(readInvitation, { body: { token: tokenOf(link) } })).toMatchObject({
    state: "open",
    email: null,
    adminRole: "owner",
  });
  const nameless = { status: 400, message: "Please enter your email." };
  expect(await refuse(tokenOf(link))).toMatchObject(nameless);
  expect(await accept(tokenOf(link), email)).toEqual({ email, isAdmin: true, slug: null });
  expect(await rolesSeenBy(email)).toEqual([[email, "owner"]]);
  expect(await refuse(tokenOf(link), newEmail())).toMatchObject({ status: 409, details: { reason: "used" } });
  expect(await firstOwnerLink(app.deps, PUBLIC_URL), "a later start prints none").toBeNull();
});

test("COMPANY-1 when two people use the first link at the same time, one becomes the owner", async () => {
  const token = tokenOf(await firstOwnerLink(app.deps, PUBLIC_URL));
  const answers = await Promise.allSettled([accept(token, newEmail()), accept(token, newEmail())]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("COMPANY-1 a new start prints a new link, and the one before stops working", async () => {
  const [first, second] = [
    await firstOwnerLink(app.deps, PUBLIC_URL),
    await firstOwnerLink(app.deps, PUBLIC_URL),
  ];
  expect(await refuse(tokenOf(first), newEmail())).toMatchObject({ status: 404 });
  const dayOver = new Date(Date.now() - 1000);
  const [pending] = await app.db.select().from(invitations).orderBy(invitations.sentAt);
  expect(pending?.tokenHash).not.toContain(tokenOf(second));
  await app.db.update(invitations).set({ expiresAt: dayOver });
  expect(await refuse(tokenOf(second), newEmail())).toMatchObject({ details: { reason: "expired" } });
});

test("COMPANY-1 the first link does not work once the company has a member, nor with another email", async () => {
  const token = tokenOf(await firstOwnerLink(app.deps, PUBLIC_URL));
  const client = await makePerson(app.db);
  expect(await refuse(token, client.email)).toMatchObject({
    status: 409,
    details: { reason: "has-account" },
  });
  await makeAdmin(app.db, "viewer");
  const email = newEmail();
  expect(await refuse(token, email)).toMatchObject({ status: 409, details: { reason: "ended" } });
  expect(await app.db.$count(authUsers, eq(authUsers.email, email)), "nothing half done").toBe(0);
});

test("COMPANY-1 the command prints a link for an email, and makes an existing member of the company an owner", async () => {
  const email = newEmail();
  const message = await invite(email);
  const link = /https:\S+/.exec(message)?.[0] ?? "";
  expect(await app.request(readInvitation, { body: { token: tokenOf(link) } })).toMatchObject({ email });
  await accept(tokenOf(link));
  expect(await rolesSeenBy(email)).toEqual([[email, "owner"]]);
  expect(await invite(email)).toBe(`${email} is an owner of Ember & Oak already.`);
  const [editor, other] = [await makeAdmin(app.db, "editor"), await makeAdmin(app.db, "editor")];
  expect(await invite(editor.email)).toContain("is an owner of Ember & Oak now");
  const roles = await rolesSeenBy(email);
  expect(roles).toContainEqual([editor.email, "owner"]);
  expect(roles).toContainEqual([other.email, "editor"]);
});

test("COMPANY-1 there is no sign-up without an invitation", async () => {
  const body = { email: newEmail(), password: NEW.password, name: "Grace" };
  for (const path of ["sign-up/email", "sign-in/email-otp", "email-otp/sign-up"]) {
    const answer = await app.rawRequest(`POST /api/auth/${path}`, { body });
    expect(answer.status, path).toBe(404);
  }
});
