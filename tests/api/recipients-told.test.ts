import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import {
  extendDocument,
  getRecipients,
  recallDocument,
  sendDocument,
  withdrawDocument,
} from "#contract/admin/drafts.ts";
import { type ChosenRecipients, MAX_RECIPIENTS } from "#domain/documents/recipients.ts";
import { userProfiles } from "#server/schema/account.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizationPermissions } from "#server/schema/permissions.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makeDocument, makeOrganization, makePage, makePerson, unique } from "#tests/support/factories.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";
import { makeInvitation } from "#tests/support/make-invitation.ts";

const app = await startTestApp();
const office = await openOffice(app);
const NO_RECIPIENTS: ChosenRecipients = { members: [], invited: [], colleagues: [], newPeople: [] };

const newEmail = () => `${unique("mia")}@example.test`;

async function makeDraft(organizationId: string) {
  const puckState = makePage([], "Shop front");
  const draft = { organizationId, status: "DRAFT", shownAt: null, name: "Shop front", puckState } as const;
  return (await makeDocument(app.db, draft)).uniqueDocumentId;
}

const sending = (id: string, recipients: Partial<ChosenRecipients>) => ({
  as: office.editor,
  params: { id },
  body: { revision: 1, recipients: { ...NO_RECIPIENTS, ...recipients } },
});
const mailedAbout = async (id: string) =>
  (await app.db.select().from(mails).where(eq(mails.aboutId, id))).map(({ recipient }) => recipient);
const choices = (id: string) => app.request(getRecipients, { as: office.viewer, params: { id } });

test("FIRST-1 FIRST-7 the recipients alone are mailed about an extension, a recall and a withdrawal", async () => {
  const chosen = await makePerson(app.db);
  const { organizationId } = chosen;
  await makePerson(app.db, { organization: { organizationId } });
  const leftOut = await makeInvitation(app.db, { organizationId, email: newEmail() });
  const id = await makeDraft(organizationId);
  const email = newEmail();
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "write" as const }];
  const { viewer } = office;
  const given = sending(id, {
    members: [chosen.userProfileId],
    colleagues: [viewer.userProfileId],
    newPeople,
  });
  await app.request(sendDocument, { ...given, body: { ...given.body, validUntil: "2099-06-01" } });
  const path = new URL(await mailedLinkIn(app.deps.env.dataDir, email)).pathname;
  const joined = await makePerson(app.db, { organization: { organizationId } });
  const invitee = await makePerson(app.db, { organization: { organizationId } });
  await app.db
    .update(invitations)
    .set({ usedByUserProfileId: invitee.userProfileId })
    .where(eq(invitations.invitationId, leftOut));
  const about = async (words: RegExp) =>
    (await app.db.select().from(mails).where(eq(mails.aboutId, id))).filter(({ subject }) =>
      words.test(subject),
    );
  const told = async (words: RegExp) => (await about(words)).map(({ recipient }) => recipient).sort();
  const everyone = [chosen.email, joined.email, viewer.email, email].sort();
  const body = { validUntil: "2099-07-01" };
  await app.request(extendDocument, { as: office.editor, params: { id }, body });
  expect(await told(/valid until/)).toEqual(everyone);
  // The link of the sending, which opens the document without an account.
  await expect.poll(async () => new URL(await mailedLinkIn(app.deps.env.dataDir, email)).pathname).toBe(path);
  expect((await app.rawRequest(`GET ${path}`)).status).toBe(200);
  const textFor = async (words: RegExp, to: string) =>
    (await about(words)).find(({ recipient }) => recipient === to)?.text;
  expect(await textFor(/valid until/, chosen.email)).toContain(`/doc/${id}`);
  expect(await textFor(/valid until/, viewer.email)).toContain(`/admin/documents/${id}`);
  await app.request(recallDocument, { as: office.editor, params: { id }, body: {} });
  expect(await told(/was recalled/)).toEqual(everyone);
  await app.request(withdrawDocument, {
    as: office.editor,
    params: { id },
    body: { reason: "Oak is dear." },
  });
  expect(await told(/withdrawn/)).toEqual(everyone);
  expect(await textFor(/withdrawn/, chosen.email)).toContain(`/doc/${id}`);
  const toInvited = await textFor(/withdrawn/, email);
  expect(toInvited).toContain("Oak is dear.");
  expect(toInvited).not.toContain("Open the document");
});

test("FIRST-1 refused sendings count as no invitation, so the right one is not refused after five", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const id = await makeDraft(organizationId);
  const email = newEmail();
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "read" as const }];
  const { body, ...asked } = sending(id, { newPeople });
  for (let tried = 0; tried < 6; tried += 1)
    expect(await app.refusal(sendDocument, { ...asked, body: { ...body, revision: 99 } })).toMatchObject({
      status: 409,
    });
  await app.request(sendDocument, { ...asked, body });
  expect(await mailedAbout(id)).toEqual([email]);
});

test("FIRST-1 more members than one sending can name are refused in our words, and all are mailed without a choice", async () => {
  const { organizationId } = await makeOrganization(app.db);
  const people = Array.from({ length: MAX_RECIPIENTS + 1 }, () => unique("member"));
  await app.db.insert(userProfiles).values(
    people.map((userProfileId) => ({
      userProfileId,
      firstName: "Ada",
      lastName: "Byron",
      email: `${userProfileId}@example.test`,
    })),
  );
  await app.db.insert(organizationPermissions).values(
    people.map((userId) => ({
      organizationPermissionId: v7(),
      organizationId,
      userId,
      permissionType: "read" as const,
    })),
  );
  const id = await makeDraft(organizationId);
  const refusal = await app.refusal(sendDocument, sending(id, { members: people }));
  expect(refusal.status).toBe(400);
  expect(refusal.message).toContain(`Please choose at most ${MAX_RECIPIENTS} people`);
  await app.request(sendDocument, { as: office.editor, params: { id }, body: { revision: 1 } });
  expect(await mailedAbout(id)).toHaveLength(people.length);
  const { members, last } = await choices(await makeDraft(organizationId));
  expect([members.length, last?.members.length]).toEqual([people.length, MAX_RECIPIENTS]);
});
