import { and, eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { listActivity } from "#contract/admin/activity.ts";
import { getDelivery, mailAgain, mailElsewhere } from "#contract/admin/delivery.ts";
import { extendDocument, getRecipients, recallDocument, sendDocument } from "#contract/admin/drafts.ts";
import { changeUsualRecipients } from "#contract/admin/organizations.ts";
import { inviteMember } from "#contract/admin/permissions.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import type { Delivery } from "#domain/documents/delivery.ts";
import type { ChosenRecipients } from "#domain/documents/recipients.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { invitationHash } from "#server/invitations/queries.ts";
import { userProfiles } from "#server/schema/account.ts";
import { documentRecipients } from "#server/schema/document-recipients.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePage,
  makePerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const unknown = new Set<string>();
const server = await startMailServer({ unknown });
const app = await startTestApp({ MAIL_URL: `smtp://127.0.0.1:${server.port}` });
const viewer = await makeAdmin(app.db, "viewer");
const editor = await makeAdmin(app.db, "editor");
const owner = await makeAdmin(app.db, "owner");
const NO_RECIPIENTS: ChosenRecipients = { members: [], invited: [], colleagues: [], newPeople: [] };

const newEmail = () => `${unique("mia")}@example.test`;
const delivery = (id: string) => app.request(getDelivery, { as: viewer, params: { id } });
const againOf = (id: string, mailId: string) => ({ as: editor, params: { id }, body: { mailId } });
const elsewhereOf = (id: string, mailId: string, email: string) => ({
  as: editor,
  params: { id },
  body: { mailId, email },
});

async function makeDraft(organizationId: string) {
  const name = unique("Shop front ");
  const puckState = makePage([], name);
  const unsent = { organizationId, status: "DRAFT" as const, shownAt: null, name, puckState };
  const { uniqueDocumentId } = await makeDocument(app.db, unsent);
  return uniqueDocumentId;
}

async function send(
  organizationId: string,
  recipients: Partial<ChosenRecipients>,
  validUntil?: string,
): Promise<string> {
  const id = await makeDraft(organizationId);
  const chosen = { ...NO_RECIPIENTS, ...recipients };
  const body = { revision: 1, message: "By Friday?", recipients: chosen, ...(validUntil && { validUntil }) };
  await app.request(sendDocument, { as: editor, params: { id }, body });
  return id;
}

/** Sends a document to someone new, and waits until the mail server has refused the mail. */
async function sendRefused() {
  const { organizationId } = await makeOrganization(app.db);
  const email = newEmail();
  unknown.add(email);
  const person = { email, firstName: "Mia", lastName: "Wong", permissionType: "write" as const };
  const id = await send(organizationId, { newPeople: [person] });
  const [refused] = (await untilAll(id, "REFUSED")).recipients;
  return { id, organizationId, email, mailId: refused?.mailId ?? "" };
}

async function untilAll(id: string, state: Delivery["recipients"][number]["state"]): Promise<Delivery> {
  await expect
    .poll(async () => new Set((await delivery(id)).recipients.map((one) => one.state)))
    .toEqual(new Set([state]));
  return delivery(id);
}

test("FIRST-2 each recipient of the newest version is listed with what became of their mail, and live", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const member = await makePerson(app.db, { organization });
  const email = newEmail();
  const gone = newEmail();
  unknown.add(gone);
  const live = await openLive(app, { as: viewer });
  onTestFinished(() => live.close());
  const id = await send(organizationId, {
    members: [member.userProfileId],
    colleagues: [owner.userProfileId],
    newPeople: [
      { email, firstName: "Mia", lastName: "Wong", permissionType: "write" },
      { email: gone, firstName: "Old", lastName: "Address", permissionType: "read" },
    ],
  });
  await expect
    .poll(async () => (await delivery(id)).recipients.some((one) => one.state === "QUEUED"))
    .toBe(false);
  const { version, isOpen, recipients } = await delivery(id);
  expect({ version, isOpen }).toEqual({ version: 1, isOpen: true });
  const sent = { state: "SENT", failure: null, at: expect.any(String) };
  expect(recipients).toHaveLength(4);
  expect(recipients).toContainEqual(
    expect.objectContaining({ ...sent, name: "Mia Wong", email, kind: "TO", access: "INVITED" }),
  );
  expect(recipients).toContainEqual(
    expect.objectContaining({
      ...sent,
      email: member.email,
      access: "MEMBER",
      userProfileId: member.userProfileId,
    }),
  );
  expect(recipients.at(-1)).toMatchObject({ ...sent, email: owner.email, kind: "CC", access: "COLLEAGUE" });
  const refused = recipients.find((one) => one.email === gone);
  expect(refused).toMatchObject({ state: "REFUSED", failure: expect.stringContaining("550 5.1.1") });
  await expect.poll(() => live.events).toContainEqual({ kind: "mail", id: refused?.mailId });
});

test("FIRST-2 a document that was never sent, or not mailed, lists no one; an unknown one answers like a foreign one", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  expect(await delivery(id)).toEqual({ version: null, isOpen: false, recipients: [] });
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId });
  expect(await delivery(uniqueDocumentId)).toEqual({ version: 1, isOpen: true, recipients: [] });
  expect(await app.refusal(getDelivery, { as: viewer, params: { id: "no-such" } })).toMatchObject({
    status: 404,
  });
});

test("FIRST-2 a mail that was cleared, and one of before recipients were recorded, are listed as far as known", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  const id = await send(organization.organizationId, { members: [member.userProfileId] });
  await untilAll(id, "SENT");
  await app.db.delete(mails).where(eq(mails.recipient, member.email));
  expect((await delivery(id)).recipients).toMatchObject([
    { mailId: null, email: member.email, state: "CLEARED", at: null },
  ]);
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: organization.organizationId });
  const mailId = unique("mail");
  const event = `document.sent:${uniqueDocumentId}:1`;
  const words = { subject: "s", text: "t", html: "h" };
  await app.db.insert(mails).values({ mailId, recipient: member.email, event, ...words, sentAt: new Date() });
  expect((await delivery(uniqueDocumentId)).recipients).toMatchObject([
    { mailId, kind: "TO", access: "MEMBER", state: "SENT", userProfileId: member.userProfileId },
  ]);
});

test("FIRST-2 a refused mail is sent again once its mailbox exists; of two who do so at once, one is refused", async () => {
  const { id, email, mailId } = await sendRefused();
  unknown.delete(email);
  const both = await Promise.all(
    [1, 2].map(() =>
      app.rawRequest(`POST /api/unique-document/admin/${id}/delivery/again`, {
        as: editor,
        body: { mailId },
      }),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { recipients } = await untilAll(id, "SENT");
  expect(recipients).toMatchObject([{ email, mailId, failure: null }]);
  const received = (await server.received()).filter(({ to }) => to?.some(({ address }) => address === email));
  expect(received).toHaveLength(1);
  expect(received[0]?.text).toMatch(/\/read\/[\w-]{43}/);
  expect(await app.refusal(mailAgain, againOf(id, mailId))).toMatchObject({
    status: 409,
    details: { reason: "not-refused" },
  });
  const { data } = await app.requestPage(listActivity, { as: viewer, query: { subjectId: id, limit: 20 } });
  expect(data.map(({ action }) => action)).toContain("mail.send-again");
});

test("FIRST-2 a member whose email was corrected gets the mail at the new address", async () => {
  const organization = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization });
  unknown.add(member.email);
  const id = await send(organization.organizationId, { members: [member.userProfileId] });
  const [refused] = (await untilAll(id, "REFUSED")).recipients;
  const mailId = refused?.mailId ?? "";
  const elsewhere = elsewhereOf(id, mailId, newEmail());
  expect(await app.refusal(mailElsewhere, elsewhere)).toMatchObject({
    status: 409,
    message: expect.stringContaining("Change the email on their page"),
    details: { reason: "has-account" },
  });
  const email = newEmail();
  await app.db
    .update(userProfiles)
    .set({ email })
    .where(eq(userProfiles.userProfileId, member.userProfileId));
  expect((await delivery(id)).recipients).toMatchObject([{ email: member.email, currentEmail: email }]);
  await app.request(mailAgain, againOf(id, mailId));
  expect((await untilAll(id, "SENT")).recipients).toMatchObject([{ email, currentEmail: email, mailId }]);
});

test("FIRST-2 an invited person is invited by another address, whose mail opens the document, and the refused one is forgotten", async () => {
  const { id, organizationId, email: before, mailId } = await sendRefused();
  const email = newEmail();
  const choices = () => app.request(getRecipients, { as: viewer, params: { id } });
  const invited = (await choices()).invited.map((one) => one.invitationId);
  await app.request(changeUsualRecipients, {
    as: editor,
    params: { id: organizationId },
    body: { usual: { members: [], invited, colleagues: [] } },
  });
  const { recipients } = await app.request(mailElsewhere, elsewhereOf(id, mailId, email));
  expect(recipients).toMatchObject([{ name: "Mia Wong", email, access: "INVITED", state: "QUEUED" }]);
  const { usual, invited: moved } = await choices();
  expect(moved).toMatchObject([{ email }]);
  expect(usual, "the usual recipient is the same person").toMatchObject({
    invited: moved.map((one) => one.invitationId),
  });
  await untilAll(id, "SENT");
  const [received] = (await server.received()).filter(({ to }) =>
    to?.some(({ address }) => address === email),
  );
  expect(received?.subject).toMatch(/^Proposal P.*: Shop front/);
  expect(received?.text).toContain("By Friday?");
  const path = /\/read\/[\w-]{43}/.exec(received?.text ?? "")?.[0] ?? "";
  expect((await app.rawRequest(`GET ${path}`)).status).toBe(200);
  const ofOrganization = await app.db
    .select()
    .from(invitations)
    .where(eq(invitations.organizationId, organizationId));
  const state = (address: string) => ofOrganization.find((one) => one.email === address);
  expect(state(before)).toMatchObject({ endedAt: expect.any(Date), permissionType: "write" });
  expect(state(email)).toMatchObject({ endedAt: null, permissionType: "write", firstName: "Mia" });
  expect(await app.db.select().from(mails).where(eq(mails.mailId, mailId))).toEqual([]);
  expect(await app.refusal(mailElsewhere, elsewhereOf(id, mailId, newEmail()))).toMatchObject({
    status: 404,
  });
});

test("FIRST-2 the same address, one that was mailed already, and one with access are refused, and nothing changes", async () => {
  const { id, organizationId, email, mailId } = await sendRefused();
  const member = await makePerson(app.db, { organization: { organizationId } });
  const before = await delivery(id);
  const refuse = (address: string) => app.refusal(mailElsewhere, elsewhereOf(id, mailId, address));
  expect(await refuse(email.toUpperCase())).toMatchObject({ status: 409, details: { reason: "same-email" } });
  expect(await refuse(member.email)).toMatchObject({ status: 409, details: { reason: "already-in" } });
  expect(await refuse("no address")).toMatchObject({ status: 400 });
  expect(await delivery(id)).toEqual(before);
  const pending = and(eq(invitations.organizationId, organizationId), eq(invitations.email, email));
  expect(await app.db.select().from(invitations).where(pending)).toMatchObject([{ endedAt: null }]);
});

test("FIRST-2 nothing is sent again for a document that was recalled, someone who is not invited any more, or a foreign mail", async () => {
  const { id, organizationId, email, mailId } = await sendRefused();
  const other = await sendRefused();
  expect(await app.refusal(mailAgain, againOf(other.id, mailId))).toMatchObject({ status: 404 });
  const isIt = and(eq(invitations.organizationId, organizationId), eq(invitations.email, email));
  await app.db.update(invitations).set({ endedAt: new Date() }).where(isIt);
  const gone = { status: 409, details: { reason: "no-access" } };
  expect(await app.refusal(mailAgain, againOf(id, mailId))).toMatchObject(gone);
  expect(await app.refusal(mailElsewhere, elsewhereOf(id, mailId, newEmail()))).toMatchObject(gone);
  await app.request(recallDocument, { as: editor, params: { id: other.id }, body: {} });
  expect(await app.refusal(mailAgain, againOf(other.id, other.mailId))).toMatchObject({
    status: 409,
    details: { reason: "not-open" },
  });
});

test("FIRST-2 another address takes over all waiting documents of a person, and never somebody else's invitation", async () => {
  const { id, organizationId, email: before, mailId } = await sendRefused();
  const { invited } = await app.request(getRecipients, { as: viewer, params: { id } });
  const second = await send(organizationId, { invited: invited.map((one) => one.invitationId) });
  await untilAll(second, "REFUSED");
  const bob = newEmail();
  const userDetails = { email: bob, firstName: "Bob", lastName: "Stone" };
  const params = { id: organizationId };
  await app.request(inviteMember, { as: owner, params, body: { userDetails, permissionType: "read" } });
  const invitationsOf = (address: string) =>
    app.db.select().from(invitations).where(eq(invitations.email, address));
  const ofBob = await invitationsOf(bob);
  expect(await app.refusal(mailElsewhere, elsewhereOf(id, mailId, bob))).toMatchObject({
    status: 409,
    details: { reason: "invited" },
  });
  expect(await invitationsOf(bob)).toEqual(ofBob);
  expect(await invitationsOf(before)).toMatchObject([{ endedAt: null }]);

  const email = newEmail();
  await app.request(mailElsewhere, elsewhereOf(id, mailId, email));
  for (const one of [id, second]) {
    expect((await untilAll(one, "SENT")).recipients).toMatchObject([
      { name: "Mia Wong", email, access: "INVITED" },
    ]);
    const { data } = await app.requestPage(listActivity, {
      as: viewer,
      query: { subjectId: one, limit: 20 },
    });
    expect(data.map(({ action }) => action)).toContain("mail.send-elsewhere");
  }
  const received = (await server.received()).filter(({ to }) => to?.some(({ address }) => address === email));
  const paths = received.map(({ text }) => /\/read\/[\w-]{43}/.exec(text ?? "")?.[0] ?? "");
  expect(new Set(paths).size).toBe(2);
  for (const path of paths) expect((await app.rawRequest(`GET ${path}`)).status).toBe(200);
});

test("FIRST-7 a refused mail that is sent again names the present last day, and none is sent after it", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const member = await makePerson(app.db, { organization: { organizationId } });
  const email = newEmail();
  for (const address of [member.email, email]) unknown.add(address);
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" as const }];
  const id = await send(organizationId, { members: [member.userProfileId], newPeople }, "2098-01-31");
  const refused = await untilAll(id, "REFUSED");
  await app.request(extendDocument, { as: editor, params: { id }, body: { validUntil: "2098-03-31" } });
  unknown.clear();
  for (const { mailId } of refused.recipients) await app.request(mailAgain, againOf(id, mailId ?? ""));
  await untilAll(id, "SENT");
  for (const address of [member.email, email]) {
    const received = (await server.received()).filter(
      ({ to, subject }) => to?.some((one) => one.address === address) && subject?.startsWith("Proposal"),
    );
    expect(received).toHaveLength(1);
    expect(received[0]?.text).toContain(`It is valid until ${formatDay("2098-03-31")}.`);
    const path = /\/read\/[\w-]{43}/.exec(received[0]?.text ?? "")?.[0];
    expect(path !== undefined).toBe(address === email);
    if (path) expect((await app.rawRequest(`GET ${path}`)).status).toBe(200);
  }

  const over = await sendRefused();
  await app.db
    .update(uniqueDocuments)
    .set({ validUntil: "2020-01-01" })
    .where(eq(uniqueDocuments.uniqueDocumentId, over.id));
  expect((await delivery(over.id)).isOpen).toBe(false);
  const notOpen = { status: 409, details: { reason: "not-open" } };
  expect(await app.refusal(mailAgain, againOf(over.id, over.mailId))).toMatchObject(notOpen);
  const elsewhere = elsewhereOf(over.id, over.mailId, newEmail());
  expect(await app.refusal(mailElsewhere, elsewhere)).toMatchObject(notOpen);
});

test("FIRST-2 members and someone who joined by the link are known after a change of email, also for the next sending", async () => {
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const email = newEmail();
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "read" as const }];
  const id = await send(organizationId, { members: [member.userProfileId], newPeople });
  const token = unique("token").padEnd(43, "x");
  await app.db
    .update(documentRecipients)
    .set({ tokenHash: invitationHash(app.deps, token) })
    .where(eq(documentRecipients.email, email));
  const account = { firstName: "Mia", lastName: "Wong", password: "a-long-password-of-mine" };
  await app.request(acceptInvitation, { body: { token, ...account } });
  const isTheirs = (address: string) => eq(userProfiles.email, address);
  for (const address of [email, member.email])
    await app.db.update(userProfiles).set({ email: newEmail() }).where(isTheirs(address));
  const { recipients } = await delivery(id);
  expect(recipients.map(({ access }) => access)).toEqual(["MEMBER", "MEMBER"]);
  const next = await makeDraft(organizationId);
  const { members, last } = await app.request(getRecipients, { as: viewer, params: { id: next } });
  expect(last?.members.toSorted()).toEqual(members.map((one) => one.userProfileId).sort());
  expect(last?.members).toHaveLength(2);
});
