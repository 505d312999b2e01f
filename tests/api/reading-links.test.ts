import { and, eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { extendDocument, getRecipients, sendDocument } from "#contract/admin/drafts.ts";
import { deactivateOrganization } from "#contract/admin/organizations.ts";
import { resendMemberInvitation } from "#contract/admin/permissions.ts";
import { acceptInvitation, readInvitation, requestJoiningCode } from "#contract/invitations.ts";
import type { ChosenRecipients } from "#domain/documents/recipients.ts";
import { readingToken } from "#server/documents/reading-link.ts";
import { documentRecipients } from "#server/schema/document-recipients.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makeAdmin, makeDocument, makeOrganization, makePage, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
const owner = await makeAdmin(app.db, "owner");
const ACCOUNT = { firstName: "Mia", lastName: "Wong", password: "a-long-password-of-mine" };
const NO_RECIPIENTS: ChosenRecipients = { members: [], invited: [], colleagues: [], newPeople: [] };

const newEmail = () => `${unique("mia")}@example.test`;

async function makeDraft(organizationId: string, page = makePage()) {
  const draft = { organizationId, status: "DRAFT", shownAt: null, puckState: page } as const;
  return (await makeDocument(app.db, draft)).uniqueDocumentId;
}

const sending = (id: string, recipients: Partial<ChosenRecipients>) => ({
  as: office.editor,
  params: { id },
  body: { revision: 1, message: "Please read it.", recipients: { ...NO_RECIPIENTS, ...recipients } },
});

const mailedAbout = async (id: string) =>
  (await app.db.select().from(mails).where(eq(mails.aboutId, id))).map(({ recipient }) => recipient);

/** The recipients of a document, with the tokens and paths of their links. */
async function linksOf(id: string) {
  const isOfDocument = eq(documentRecipients.uniqueDocumentId, id);
  const rows = await app.db.select().from(documentRecipients).where(isOfDocument);
  return rows.map((row) => {
    const token = readingToken(app.deps, row.documentRecipientId);
    return { ...row, token, path: `/read/${token}` };
  });
}

/** Sends a document to a new person alone, and answers their link. */
async function sendToNew(id: string) {
  const email = newEmail();
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" as const }];
  await app.request(sendDocument, sending(id, { newPeople }));
  const [link] = await linksOf(id);
  if (!link) throw new Error("A recipient is missing.");
  return link;
}

const open = (path: string) => app.rawRequest(`GET ${path}`);

/** Opens the link as a browser does, with its script reporting it. Answers the browser's cookie. */
async function openInBrowser(path: string): Promise<string> {
  const { headers } = await app.rawRequest(`POST ${path}/opened`);
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

test("FIRST-1 the link of a deactivated organization is closed, and no one joins by it", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const { email, path, token } = await sendToNew(id);
  await app.request(deactivateOrganization, {
    as: owner,
    params: { id: organizationId },
    body: { reason: "They have left.", openDocumentIds: [id] },
  });
  const page = await open(path);
  expect(page.status).toBe(404);
  expect(await page.text()).toContain("This link is closed");
  const inactive = {
    status: 409,
    message: expect.stringContaining("no longer active here"),
    details: { reason: "inactive-organization" },
  };
  expect(await app.request(readInvitation, { body: { token } })).toMatchObject({
    state: "inactive-organization",
  });
  expect(await app.refusal(acceptInvitation, { body: { token, ...ACCOUNT } })).toMatchObject(inactive);
  expect(await app.refusal(requestJoiningCode, { body: { token } })).toMatchObject(inactive);
  expect(await mailedAbout(id)).toEqual([email]);
});

test("FIRST-1 after the invitation has expired its link says that it has ended and whom to ask, and mails no code", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const { email, path, token } = await sendToNew(id);
  const ofPerson = eq(invitations.email, email);
  await app.db
    .update(invitations)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(ofPerson);
  const page = await open(path);
  expect(page.status).toBe(410);
  const html = await page.text();
  expect(html).toContain("This link has expired");
  expect(html).toContain(`Ask ${office.editor.email} for a new one.`);
  expect(html).not.toContain("Join to accept");
  await openInBrowser(path);
  expect((await linksOf(id))[0]?.openedAt).toBeNull();
  expect(await app.refusal(requestJoiningCode, { body: { token } })).toMatchObject({
    status: 409,
    details: { reason: "expired" },
  });
  expect(await mailedAbout(id)).toEqual([email]);
  // A new mail with a link for them renews it.
  const [invitation] = await app.db.select().from(invitations).where(ofPerson);
  const params = { id: organizationId, invitationId: invitation?.invitationId ?? "" };
  await app.request(resendMemberInvitation, { as: owner, params });
  expect((await open(path)).status).toBe(200);
});

test("FIRST-1 the cached page of a link is its recipient's own, and never older than what it shows", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const emails = [newEmail(), newEmail()];
  const newPeople = emails.map((email, index) => ({
    email,
    firstName: "Reader",
    lastName: `No${index}`,
    permissionType: "read" as const,
  }));
  const given = sending(id, { newPeople });
  await app.request(sendDocument, { ...given, body: { ...given.body, validUntil: "2098-07-01" } });
  const links = await linksOf(id);
  const paths = emails.map((email) => links.find((link) => link.email === email)?.path ?? "");
  const pages = () => Promise.all(paths.map(async (path) => (await open(path)).text()));
  const names = async () => (await pages()).map((html) => /Reader No\d|Someone else/.exec(html)?.[0]);
  expect(await names()).toEqual(["Reader No0", "Reader No1"]);
  expect(await pages(), "the pages are kept").toEqual(await pages());
  await app.db
    .update(documentRecipients)
    .set({ name: "Someone else" })
    .where(eq(documentRecipients.email, emails[0] ?? ""));
  expect(await names()).toEqual(["Someone else", "Reader No1"]);
  for (const html of await pages()) expect(html).toContain("2098");
  await app.request(extendDocument, {
    as: office.editor,
    params: { id },
    body: { validUntil: "2099-07-01" },
  });
  for (const html of await pages()) expect(html).toContain("2099");
});

test("FIRST-1 every address below /read that is no link answers with the closed page", async () => {
  const unknown = await (await open(`/read/${"x".repeat(43)}`)).text();
  expect(unknown).toContain("This link is closed");
  for (const token of ["%E0%A4%A", "50%", "%00", "x".repeat(300), "some/where", ""]) {
    const answer = await open(`/read/${token}`);
    expect(answer.status, token).toBe(404);
    expect(await answer.text(), token).toBe(unknown);
  }
});

test("FIRST-1 the browser that opened one link of an invitation first counts for its others, earlier and later ones", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const first = await sendToNew(await makeDraft(organizationId));
  const sendNext = async () => {
    const id = await makeDraft(organizationId);
    const { invited } = await app.request(getRecipients, { as: office.viewer, params: { id } });
    const chosen = { invited: invited.map(({ invitationId }) => invitationId) };
    await app.request(sendDocument, sending(id, chosen));
    return (await linksOf(id))[0] ?? first;
  };
  const second = await sendNext();
  const cookie = await openInBrowser(first.path);
  const tokens = [first.token, second.token, (await sendNext()).token];
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) {
    const needsCode = async (headers: Record<string, string>) => {
      const answer = await app.rawRequest("POST /api/invitation/public/read", { headers, body: { token } });
      return ((await answer.json()) as { data: { needsCode: boolean } }).data.needsCode;
    };
    expect(await needsCode({})).toBe(true);
    expect(await needsCode({ cookie })).toBe(false);
  }
  const isOpened = and(eq(documentRecipients.email, first.email), isNotNull(documentRecipients.openedAt));
  expect(await app.db.$count(documentRecipients, isOpened)).toBe(1);
});
