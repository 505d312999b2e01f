import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { listActivity } from "#contract/admin/activity.ts";
import { getRecipients, recallDocument, sendDocument } from "#contract/admin/drafts.ts";
import { importPeople } from "#contract/admin/imports.ts";
import { changeUsualRecipients } from "#contract/admin/organizations.ts";
import { endMemberInvitation, inviteMember, resendMemberInvitation } from "#contract/admin/permissions.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { approveDocument, getDocument } from "#contract/documents.ts";
import { acceptInvitation, readInvitation, requestJoiningCode } from "#contract/invitations.ts";
import { listNotifications } from "#contract/notifications.ts";
import type { ChosenRecipients, KnownRecipients } from "#domain/documents/recipients.ts";
import { findJoinedByLink } from "#server/access-records/queries.ts";
import { invitationHash } from "#server/invitations/queries.ts";
import { documentRecipients } from "#server/schema/document-recipients.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { evidenceEvents } from "#server/schema/evidence.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { accessRecordsOf } from "#tests/support/access-events.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makeAccessRecord,
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePage,
  makePerson,
  makeQuote,
  unique,
} from "#tests/support/factories.ts";
import { mailedCodeIn, mailedLinkIn, mailedToken } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeInvitation } from "#tests/support/make-invitation.ts";
import { readPdfAt } from "#tests/support/signing.ts";

const app = await startTestApp();
const office = await openOffice(app);
const owner = await makeAdmin(app.db, "owner");
const ACCOUNT = { firstName: "Mia", lastName: "Wong", password: "a-long-password-of-mine" };
const NO_RECIPIENTS: ChosenRecipients = { members: [], invited: [], colleagues: [], newPeople: [] };

const newEmail = () => `${unique("mia")}@example.test`;

async function makeDraft(organizationId: string, name = "Shop front") {
  const { uniqueDocumentId } = await makeDocument(app.db, {
    organizationId,
    status: "DRAFT",
    shownAt: null,
    name,
    puckState: makePage([], name),
  });
  return uniqueDocumentId;
}

const sending = (
  id: string,
  recipients?: Partial<ChosenRecipients>,
  message = "Please read it by Friday.",
) => ({
  as: office.editor,
  params: { id },
  body: { revision: 1, message, ...(recipients && { recipients: { ...NO_RECIPIENTS, ...recipients } }) },
});
const send = (...given: Parameters<typeof sending>) => app.request(sendDocument, sending(...given));
const refuse = (...given: Parameters<typeof sending>) => app.refusal(sendDocument, sending(...given));
const mailedAbout = async (id: string) =>
  (await app.db.select().from(mails).where(eq(mails.aboutId, id))).map(({ recipient }) => recipient).sort();
const choices = (id: string) => app.request(getRecipients, { as: office.viewer, params: { id } });

/** The path of the link that a document's mail has. */
async function readingPathOf(email: string): Promise<string> {
  const link = await mailedLinkIn(app.deps.env.dataDir, email);
  expect(link).toMatch(/\/read\/[\w-]{43}$/);
  return new URL(link).pathname;
}

const open = (path: string, cookie?: string) =>
  app.rawRequest(`GET ${path}`, { headers: cookie ? { cookie } : {} });

/** Opens the link as a browser does, with its script reporting it. Answers the browser's cookie. */
async function openInBrowser(path: string): Promise<string> {
  const { headers } = await app.rawRequest(`POST ${path}/opened`);
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

test("FIRST-1 a new recipient is invited and reads the document by the link of their only mail, without an account", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" }] });
  const all = await app.db.select().from(mails).where(eq(mails.recipient, email));
  expect(all.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Proposal P.*: Shop front, from /),
  ]);
  const path = await readingPathOf(email);
  const page = await open(path);
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const words of ["This link is for", "Mia Wong", "Join to accept"]) expect(html).toContain(words);
  expect(page.headers.get("cache-control")).toBe("private, no-store");
  expect((await app.rawRequest(`GET /api/unique-document/user/${id}`)).status).toBe(401);
  // No one else's document, and no other link.
  expect((await open(`${path.slice(0, -1)}x`)).status).toBe(404);
});

test("FIRST-1 a person who joins by the link lands at the document, and the link then leads into the portal", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" }] });
  const path = await readingPathOf(email);
  const token = path.split("/").at(-1) ?? "";
  const cookie = await openInBrowser(path);
  const joined = await app.rawRequest("POST /api/invitation/public/accept", {
    headers: { cookie },
    body: { token, ...ACCOUNT },
  });
  expect(await joined.json()).toMatchObject({ data: { email, slug: id } });
  expect(await open(path)).toMatchObject({ status: 302 });
  expect((await open(path)).headers.get("location")).toBe(`/doc/${id}`);
  expect(await mailedAbout(id)).toEqual([email]);
});

test("FIRST-1 another browser than the first joins only with a code that the recipient is mailed", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" }] });
  const path = await readingPathOf(email);
  const token = path.split("/").at(-1) ?? "";
  await openInBrowser(path);
  await openInBrowser(path);
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({
    state: "open",
    needsCode: true,
  });
  const refused = await app.refusal(acceptInvitation, { body: { token, ...ACCOUNT } });
  expect(refused).toMatchObject({ status: 400, details: { reason: "code-needed" } });
  expect(await app.request(requestJoiningCode, { body: { token } })).toEqual({ email });
  const code = await mailedCodeIn(app.deps.env.dataDir, email);
  const wrong = code === "00000000" ? "00000001" : "00000000";
  expect(await app.refusal(acceptInvitation, { body: { token, ...ACCOUNT, code: wrong } })).toMatchObject({
    details: { reason: "wrong-code" },
  });
  expect(await app.request(acceptInvitation, { body: { token, ...ACCOUNT, code } })).toMatchObject({ email });
});

test("FIRST-1 the record of access, with its evidence, tells how someone joined by the link of a document", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" }] });
  const path = await readingPathOf(email);
  const token = path.split("/").at(-1) ?? "";
  await openInBrowser(path);
  await app.request(requestJoiningCode, { body: { token } });
  const code = await mailedCodeIn(app.deps.env.dataDir, email);
  await app.request(acceptInvitation, { body: { token, ...ACCOUNT, code } });
  const records = await accessRecordsOf(app, organizationId);
  const granted = records.find(({ kind }) => kind === "grant");
  const [recipient] = await app.db
    .select()
    .from(documentRecipients)
    .where(eq(documentRecipients.uniqueDocumentId, id));
  expect(granted).toMatchObject({
    documentRecipientId: recipient?.documentRecipientId,
    linkOpenedAt: recipient?.openedAt,
    wasCodeRequired: true,
  });
  const [event] = await app.db
    .select()
    .from(evidenceEvents)
    .where(eq(evidenceEvents.subjectId, granted?.accessRecordId ?? ""));
  expect(event?.facts).toMatchObject({
    documentRecipientId: recipient?.documentRecipientId,
    linkOpenedAt: recipient?.openedAt?.toISOString(),
    wasCodeRequired: true,
  });
  const joined = await findJoinedByLink(app.db, {
    accessRecordId: granted?.accessRecordId ?? null,
    userProfileId: granted?.userProfileId ?? null,
    organizationId,
  });
  expect(joined).toMatchObject({
    mailed: { email, at: recipient?.sentAt },
    openedAt: recipient?.openedAt,
    joinedAt: granted?.at,
    wasCodeRequired: true,
  });
});

test("FIRST-1 the certificate names the link by which the person who accepted had joined, also after a later right", async () => {
  const organization = await makeOrganization(app.db);
  const { organizationId } = organization;
  const as = await makePerson(app.db, { organization });
  const { document } = await makeQuote(app.db, organization);
  const { uniqueDocumentId } = document;
  const email = newEmail();
  const sentAt = new Date("2026-11-01T00:00:00Z");
  const documentRecipientId = unique("recipient");
  await app.db.insert(documentRecipients).values({
    documentRecipientId,
    uniqueDocumentId,
    organizationId,
    versionNumber: 1,
    kind: "TO",
    email,
    name: "Mia Wong",
    sentAt,
  });
  const ofPerson = { organizationId, userProfileId: as.userProfileId };
  await makeAccessRecord(app.db, {
    accessRecordId: v7(),
    ...ofPerson,
    permissionType: "read",
    documentRecipientId,
    linkOpenedAt: new Date("2026-11-02T00:00:00Z"),
    wasCodeRequired: false,
    at: new Date("2026-11-03T00:00:00Z"),
  });
  await makeAccessRecord(app.db, {
    accessRecordId: v7(),
    ...ofPerson,
    kind: "change",
    previousPermissionType: "read",
  });
  const params = { id: uniqueDocumentId };
  const { contentHash } = await app.request(getDocument, { as, params });
  const body = { uniqueDocumentId, status: "APPROVED" as const, contentHash };
  await app.request(approveDocument, { as, params, body });
  const uri = async () => (await app.request(getDocument, { as, params })).documentSnapshots[0]?.uri;
  await expect.poll(uri).toBeDefined();
  // Its lines break anywhere.
  const text = (await readPdfAt(app, (await uri()) ?? "")).text.replaceAll(/\s/g, "");
  expect(text).toContain(`Bythelinkthatwasmailedto${email}on1Nov2026`);
  expect(text).toMatch(/Firstopened2Nov2026.*Joined3Nov2026.*Nocodewasrequired/);
});

test("FIRST-1 a document's link joins as a person who is known already only with the code that they are mailed", async () => {
  const [other, own] = [await makeOrganization(app.db), await makeOrganization(app.db)];
  const email = newEmail();
  const csv = `Email,First name,Last name,Organization,Right\n${email},Mia,Wong,${other.organizationName},write`;
  await app.request(importPeople, { as: owner, body: { csv } });
  const id = await makeDraft(own.organizationId);
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "read" }] });
  const token = (await readingPathOf(email)).split("/").at(-1) ?? "";
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({ needsCode: true });
  const forwarded = { token, firstName: "Eve", lastName: "Forwarded", password: "a-long-password-of-eve" };
  expect(await app.refusal(acceptInvitation, { body: forwarded })).toMatchObject({
    status: 400,
    details: { reason: "code-needed" },
  });
  await app.request(requestJoiningCode, { body: { token } });
  const code = await mailedCodeIn(app.deps.env.dataDir, email);
  expect(await app.request(acceptInvitation, { body: { token, ...ACCOUNT, code } })).toMatchObject({ email });
});

test("FIRST-1 five wrong guesses end a code", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "read" }] });
  const path = await readingPathOf(email);
  const token = path.split("/").at(-1) ?? "";
  await openInBrowser(path);
  await app.request(requestJoiningCode, { body: { token } });
  const code = await mailedCodeIn(app.deps.env.dataDir, email);
  const wrong = code === "00000000" ? "00000001" : "00000000";
  for (let guess = 0; guess < 5; guess += 1)
    await app.refusal(acceptInvitation, { body: { token, ...ACCOUNT, code: wrong } });
  expect(await app.refusal(acceptInvitation, { body: { token, ...ACCOUNT, code } })).toMatchObject({
    details: { reason: "wrong-code" },
  });
});

test("FIRST-1 a document sent before someone joins is mailed to them on joining, with the sender's message", async () => {
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const id = await makeDraft(organizationId);
  await send(id);
  const email = newEmail();
  await app.request(inviteMember, {
    as: owner,
    params: { id: organizationId },
    body: { userDetails: { email, firstName: "Mia", lastName: "Wong" }, permissionType: "read" },
  });
  expect(await mailedAbout(id)).toEqual([member.email]);
  const token = await mailedToken(app, email);
  await app.request(acceptInvitation, { body: { token, ...ACCOUNT } });
  expect(await mailedAbout(id)).toEqual([member.email, email].sort());
  const isTheirs = and(eq(mails.recipient, email), eq(mails.aboutId, id));
  const [mail] = await app.db.select().from(mails).where(isTheirs);
  expect(mail?.text).toContain("Please read it by Friday.");
});

test("FIRST-1 someone who was left out is not mailed on joining, however often invited, nor anyone about what is over", async () => {
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const email = newEmail();
  const params = { id: organizationId };
  const userDetails = { email, firstName: "Bob", lastName: "Stone" };
  const body = { userDetails, permissionType: "write" as const };
  // Sent before the invitation, so that only its last day keeps it from being mailed.
  const over = await makeDraft(organizationId);
  await send(over, { members: [member.userProfileId] });
  await app.db
    .update(uniqueDocuments)
    .set({ validUntil: "2020-01-01" })
    .where(eq(uniqueDocuments.uniqueDocumentId, over));
  const { invitations: sent } = await app.request(inviteMember, { as: owner, params, body });
  const invitationId = sent[0]?.invitationId ?? "";
  const left = await makeDraft(organizationId);
  await send(left, { members: [member.userProfileId] });
  await app.request(resendMemberInvitation, { as: owner, params: { ...params, invitationId } });
  await app.request(inviteMember, { as: owner, params, body });
  const token = unique("token").padEnd(43, "x");
  await app.db
    .update(invitations)
    .set({ tokenHash: invitationHash(app.deps, token) })
    .where(eq(invitations.invitationId, invitationId));
  await app.request(acceptInvitation, { body: { token, ...ACCOUNT } });
  expect(await mailedAbout(left)).toEqual([member.email]);
  expect(await mailedAbout(over)).toEqual([member.email]);
});

test("FIRST-1 a sending without a choice mails members and open invitations, each once, and remembers them", async () => {
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const email = newEmail();
  const invitationId = await makeInvitation(app.db, { organizationId, email });
  await makeInvitation(app.db, { organizationId, expiresAt: new Date(Date.now() - 1000) });
  const id = await makeDraft(organizationId);
  expect(await choices(id)).toMatchObject({
    members: [{ userProfileId: member.userProfileId, email: member.email }],
    invited: [{ invitationId, email }],
    last: null,
  });
  await send(id);
  expect(await mailedAbout(id)).toEqual([member.email, email].sort());
  expect((await choices(await makeDraft(organizationId))).last).toEqual({
    members: [member.userProfileId],
    invited: [invitationId],
    colleagues: [],
  });
});

test("FIRST-1 recipients decide who is mailed, not who may read, and colleagues get a copy", async () => {
  const chosen = await makePerson(app.db);
  const { organizationId } = chosen;
  const other = await makePerson(app.db, { organization: { organizationId } });
  const id = await makeDraft(organizationId);
  await send(id, { members: [chosen.userProfileId], colleagues: [office.viewer.userProfileId] });
  expect(await mailedAbout(id)).toEqual([chosen.email, office.viewer.email].sort());
  expect(await app.request(getDocument, { as: other, params: { id } })).toMatchObject({ status: "PENDING" });
  const notices = await app.request(listNotifications, {
    as: other,
    body: { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" },
  });
  expect(notices).toHaveLength(1);
});

test("FIRST-1 wrong recipients are refused in one sentence, and nothing is sent", async () => {
  const stranger = await makePerson(app.db);
  const member = await makePerson(app.db);
  const { organizationId } = member;
  const foreignInvitation = await makeInvitation(app.db, { organizationId: stranger.organizationId });
  const id = await makeDraft(organizationId);
  const gone = { status: 409, details: { reason: "recipient-gone" } };
  for (const wrong of [
    { members: [stranger.userProfileId] },
    { members: [unique("stranger")] },
    { invited: [foreignInvitation] },
    { members: [member.userProfileId], colleagues: [stranger.userProfileId] },
  ])
    expect(await refuse(id, wrong), JSON.stringify(wrong)).toMatchObject(gone);
  expect(await refuse(id, {})).toMatchObject({ status: 400 });
  expect(await refuse(id, { colleagues: [office.viewer.userProfileId] })).toMatchObject({ status: 400 });
  const inside = { email: member.email, firstName: "A", lastName: "B", permissionType: "read" as const };
  expect(await refuse(id, { newPeople: [inside] })).toMatchObject({
    status: 409,
    details: { reason: "already-in" },
  });
  const person = { ...inside, email: newEmail() };
  const twice = { status: 409, details: { reason: "recipient-twice" } };
  const again = { ...person, email: person.email.toUpperCase(), firstName: "Zed" };
  expect(await refuse(id, { newPeople: [person, again] })).toMatchObject(twice);
  expect(await mailedAbout(id)).toEqual([]);
  expect(await app.db.$count(invitations, eq(invitations.organizationId, organizationId))).toBe(0);
  const invitationId = await makeInvitation(app.db, { organizationId, email: person.email });
  expect(await refuse(id, { invited: [invitationId], newPeople: [person] })).toMatchObject(twice);
  // Named twice, they are mailed once.
  await send(id, { members: [member.userProfileId, member.userProfileId] });
  expect(await mailedAbout(id)).toEqual([member.email]);
});

test("FIRST-1 a link closes with its invitation and while its document is taken back, and its opening is in the activity", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  await send(id, { newPeople: [{ email, firstName: "Mia", lastName: "Wong", permissionType: "read" }] });
  const path = await readingPathOf(email);
  await openInBrowser(path);
  const activity = await app.request(listActivity, { as: office.viewer, query: { subjectId: id } });
  expect(activity.map(({ action }) => action)).toContain("document.open-link");
  await app.request(recallDocument, { as: office.editor, params: { id }, body: {} });
  expect(await open(path)).toMatchObject({ status: 404 });
  expect(await mailedAbout(id)).toEqual([email, email]);
  await send(id);
  expect((await open(await readingPathOf(email))).status).toBe(200);
  const invitationId = (await choices(id)).invited[0]?.invitationId ?? "";
  await app.request(endMemberInvitation, {
    as: owner,
    params: { id: organizationId, invitationId },
  });
  expect(await open(path)).toMatchObject({ status: 404 });
});

test("FIRST-1 editors invite people of clients, unless an owner switches that off", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const invite = {
    as: office.editor,
    params: { id: organizationId },
    body: {
      userDetails: { email: newEmail(), firstName: "Mia", lastName: "Wong" },
      permissionType: "read" as const,
    },
  };
  await app.request(inviteMember, invite);
  const { recordVersion, ...settings } = await app.request(getSettings, { as: owner });
  const withoutNext = ({ prefix, digits }: { prefix: string; digits: number }) => ({ prefix, digits });
  const same = {
    ...settings,
    documentNumbers: withoutNext(settings.documentNumbers),
    invoiceNumbers: withoutNext(settings.invoiceNumbers),
  };
  const set = (editorsInvite: boolean, version: number) =>
    app.request(updateSettings, {
      as: owner,
      body: { settings: { ...same, editorsInvite }, recordVersion: version },
    });
  const changed = await set(false, recordVersion);
  await app.deps.settings.refresh();
  const refused = { status: 403, details: { reason: "not-owner" } };
  expect(await app.refusal(inviteMember, invite)).toMatchObject(refused);
  const newPeople = [{ email: newEmail(), firstName: "A", lastName: "B", permissionType: "read" as const }];
  expect(await refuse(await makeDraft(organizationId), { newPeople })).toMatchObject(refused);
  await set(true, changed.recordVersion);
  await app.deps.settings.refresh();
});

test("FIRST-1 the company sets who is chosen at first for an organization, also where a sending names no one", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const organization = { organizationId };
  const member = await makePerson(app.db, { organization });
  const other = await makePerson(app.db, { organization });
  const invitationId = await makeInvitation(app.db, { organizationId, email: newEmail() });
  const change = (usual: KnownRecipients | null) => ({
    as: office.editor,
    params: { id: organizationId },
    body: { usual },
  });
  const usual = { members: [member.userProfileId], invited: [invitationId], colleagues: [] };
  const copied = { ...usual, colleagues: [office.viewer.userProfileId] };
  expect((await app.request(changeUsualRecipients, change(copied))).usual).toEqual(copied);
  const id = await makeDraft(organizationId);
  expect((await choices(id)).usual).toEqual(copied);

  const stranger = await makePerson(app.db);
  for (const members of [[stranger.userProfileId], ["no-such-person"]])
    expect(await app.refusal(changeUsualRecipients, change({ ...usual, members }))).toMatchObject({
      status: 409,
      details: { reason: "recipient-gone" },
    });
  const nobody = await app.refusal(changeUsualRecipients, change({ ...usual, members: [], invited: [] }));
  expect(nobody.status).toBe(400);

  await send(id);
  const mailed = await mailedAbout(id);
  expect(mailed).toContain(member.email);
  expect(mailed).toContain(office.viewer.email);
  expect(mailed).not.toContain(other.email);
  expect(mailed).toHaveLength(3);

  // Without any of them, everyone is chosen again.
  await app.db
    .delete(organizationPermissions)
    .where(eq(organizationPermissions.userId, member.userProfileId));
  await app.db
    .update(invitations)
    .set({ endedAt: new Date() })
    .where(eq(invitations.invitationId, invitationId));
  const next = await makeDraft(organizationId);
  expect((await choices(next)).usual).toBeNull();
  await send(next);
  expect(await mailedAbout(next)).toEqual([other.email]);
  expect((await app.request(changeUsualRecipients, change(null))).usual).toBeNull();
});
