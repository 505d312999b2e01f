import { eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDocumentOwner } from "#contract/admin/documents.ts";
import { addNewVersion, sendDocument } from "#contract/admin/drafts.ts";
import { changeMailChoices, getMailChoices } from "#contract/admin/mail.ts";
import { changeOrganizationDetails } from "#contract/admin/organizations.ts";
import { declineDocument, getDocument, reportOpening } from "#contract/documents.ts";
import { requestPermission } from "#contract/permissions.ts";
import type { MailChoices } from "#domain/account/mail-choices.ts";
import { mailUndelivered } from "#server/delivery/mail-undelivered.job.ts";
import { userProfiles } from "#server/schema/account.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { mails } from "#server/schema/mail.ts";
import { documentSharings } from "#server/schema/public-view.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makeAdmin,
  makeDocument,
  makePage,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { mailedLinkIn } from "#tests/support/mailed-code.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
const owner = await makeAdmin(app.db, "owner");
const colleague = await makeAdmin(app.db, "editor");
const client = await makePerson(app.db);
const { organizationId } = client;

const USUAL: MailChoices = { decisions: "OWN", openings: "OWN", undelivered: "OWN", requests: "NONE" };
const choose = (as: TestPerson, choices: Partial<MailChoices>) =>
  app.request(changeMailChoices, { as, body: { ...USUAL, ...choices } });
const nameOwner = (id: string, ownerId: string | null) =>
  app.request(changeDocumentOwner, { as: office.editor, params: { id }, body: { ownerId } });

/** A sent document whose owner is the editor. */
async function makeSent() {
  const added = await office.add(organizationId);
  const id = added.uniqueDocumentId;
  await app.db
    .update(uniqueDocuments)
    .set({ puckState: makePage([]) })
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  await app.request(sendDocument, { as: office.editor, params: { id }, body: { revision: 1 } });
  return id;
}

async function mailed(what: "approved" | "declined" | "opened", id: string): Promise<string[]> {
  const rows = await app.db
    .select({ recipient: mails.recipient })
    .from(mails)
    .where(like(mails.event, `document.${what}:${id}:%`));
  return rows.map(({ recipient }) => recipient).sort();
}

async function accept(id: string) {
  const { contentHash } = await app.request(getDocument, { as: client, params: { id } });
  const body = { uniqueDocumentId: id, status: "APPROVED" as const, contentHash };
  expect(
    (await app.rawRequest(`POST /api/unique-document/user/${id}/approve`, { as: client, body })).status,
  ).toBe(200);
}

const decline = (id: string) =>
  app.request(declineDocument, {
    as: client,
    params: { id },
    body: { uniqueDocumentId: id, status: "DECLINED" },
  });

const open = (id: string) =>
  app.request(reportOpening, { as: client, params: { id }, body: { what: "page" } });

test("FIRST-1 a document belongs to its author, a new version to the same person, and editors name another", async () => {
  const id = await makeSent();
  expect((await office.read(id)).owner).toMatchObject({
    userProfileId: office.editor.userProfileId,
    isOfOrganization: false,
  });
  const named = await nameOwner(id, colleague.userProfileId);
  expect(named.owner).toMatchObject({ userProfileId: colleague.userProfileId });
  expect((await office.history(id))[0]).toMatchObject({ action: "document.change-owner" });
  const version = await app.request(addNewVersion, { as: office.editor, params: { id }, body: {} });
  expect(version.owner).toMatchObject({ userProfileId: colleague.userProfileId });

  for (const stranger of [client.userProfileId, "no-such-person"]) {
    const body = { ownerId: stranger };
    const refusal = await app.refusal(changeDocumentOwner, { as: office.editor, params: { id }, body });
    expect(refusal).toMatchObject({ status: 400, details: { issues: [{ path: "ownerId" }] } });
  }
  const asViewer = await app.refusal(changeDocumentOwner, {
    as: office.viewer,
    params: { id },
    body: { ownerId: null },
  });
  expect(asViewer.status).toBe(403);
});

test("FIRST-1 the owner of the organization owns documents without an owner, also of those who left", async () => {
  const leaver = await makeAdmin(app.db, "editor");
  const id = await makeSent();
  await nameOwner(id, leaver.userProfileId);
  await app.db
    .update(userProfiles)
    .set({ adminRole: null })
    .where(eq(userProfiles.userProfileId, leaver.userProfileId));
  expect((await office.read(id)).owner).toBeNull();
  const { organizationId: other } = await makePerson(app.db);
  const { uniqueDocumentId: imported } = await makeDocument(app.db, { organizationId: other });
  const details = { legalName: null, abn: null, billingAddress: null, phone: null } as const;
  await app.request(changeOrganizationDetails, {
    as: office.editor,
    params: { id: other },
    body: {
      ...details,
      billingContact: null,
      billingEmail: null,
      ownerId: colleague.userProfileId,
      recordVersion: 1,
    },
  });
  expect((await office.read(imported)).owner).toMatchObject({
    userProfileId: colleague.userProfileId,
    isOfOrganization: true,
  });
});

test("FIRST-1 decisions are mailed to the owner of a document and to owners of the company, each once", async () => {
  const accepted = await makeSent();
  await accept(accepted);
  const hearers = [office.editor.email, owner.email];
  await expect.poll(() => mailed("approved", accepted)).toEqual([...hearers, client.email].sort());
  const declined = await makeSent();
  await decline(declined);
  await expect.poll(() => mailed("declined", declined)).toEqual(hearers.toSorted());
});

test("FIRST-1 each colleague chooses which decisions they hear of", async () => {
  expect(await app.request(getMailChoices, { as: owner })).toEqual({ ...USUAL, decisions: "ALL" });
  expect(await app.request(getMailChoices, { as: office.viewer })).toEqual(USUAL);
  await choose(owner, { decisions: "NONE" });
  await choose(office.viewer, { decisions: "ALL" });
  const declined = await makeSent();
  await decline(declined);
  await expect
    .poll(() => mailed("declined", declined))
    .toEqual([office.editor.email, office.viewer.email].sort());
  await choose(office.viewer, {});

  // A document without an owner belongs to everyone, apart from those who want none.
  const { uniqueDocumentId: imported } = await makeDocument(app.db, { organizationId });
  await decline(imported);
  const all = [office.editor, office.viewer, colleague].map(({ email }) => email).sort();
  await expect.poll(() => mailed("declined", imported)).toEqual(all);
  await choose(owner, { decisions: "ALL" });
});

test("FIRST-1 the owner of a document is mailed its first opening since it was sent, once, unless they chose not to", async () => {
  const id = await makeSent();
  await open(id);
  await open(id);
  await expect.poll(() => mailed("opened", id)).toEqual([office.editor.email]);
  const [mail] = await app.db
    .select()
    .from(mails)
    .where(like(mails.event, `document.opened:${id}:%`));
  expect(mail?.subject).toContain("Shop front was opened by ");
  expect(mail?.text).toContain(client.email);
  expect(mail?.text).toContain(`/admin/documents/${id}`);

  await choose(office.editor, { openings: "NONE" });
  const quiet = await makeSent();
  await open(quiet);
  const loud = await makeSent();
  await nameOwner(loud, colleague.userProfileId);
  await open(loud);
  await expect.poll(() => mailed("opened", loud)).toEqual([colleague.email]);
  expect(await mailed("opened", quiet)).toEqual([]);
  await choose(office.editor, {});
});

test("FIRST-1 an opening by a recipient's link or by a visitor of the shared view is mailed to the owner as such", async () => {
  const linked = (await office.add(organizationId)).uniqueDocumentId;
  const email = `${unique("mia")}@example.test`;
  const newPeople = [{ email, firstName: "Mia", lastName: "Wong", permissionType: "read" as const }];
  const recipients = { members: [], invited: [], colleagues: [], newPeople };
  await app.db
    .update(uniqueDocuments)
    .set({ puckState: makePage([]) })
    .where(eq(uniqueDocuments.uniqueDocumentId, linked));
  const body = { revision: 1, recipients };
  await app.request(sendDocument, { as: office.editor, params: { id: linked }, body });
  const { pathname } = new URL(await mailedLinkIn(app.deps.env.dataDir, email));
  await app.rawRequest(`POST ${pathname}/opened`);
  await expect.poll(() => mailed("opened", linked)).toEqual([office.editor.email]);
  expect((await mailsOf(`document.opened:${linked}:`))[0]?.text).toContain(`Mia Wong (${email})`);

  const shared = await makeSent();
  await app.db.insert(documentSharings).values({ uniqueDocumentId: shared, sharedAt: new Date() });
  await app.rawRequest(`POST /view/${shared}/opened`);
  await expect.poll(() => mailed("opened", shared)).toEqual([office.editor.email]);
  expect((await mailsOf(`document.opened:${shared}:`))[0]?.subject).toBe(
    "Shop front was opened by a visitor",
  );
});

/** The emails of an event, by recipient. */
async function mailsOf(event: string) {
  return app.db
    .select()
    .from(mails)
    .where(like(mails.event, `${event}%`))
    .orderBy(mails.recipient);
}

test("FIRST-1 the owner of a document is mailed once a day that an email about it was not delivered", async () => {
  const id = await makeSent();
  const failMail = async (recipient: string, event: string | null = null) => {
    const mailId = unique("mail");
    await app.db.insert(mails).values({
      mailId,
      recipient,
      subject: "Proposal: Shop front",
      text: "",
      html: "",
      event,
      aboutId: id,
      organizationId,
      givenUpAt: new Date(),
      failure: "550 5.1.1 User unknown",
    });
    await mailUndelivered.run(app.deps, { mailId });
  };
  await failMail("nobody@example.test");
  await failMail("nobody-else@example.test");
  const notices = await mailsOf(`mail.undelivered:${id}`);
  expect(notices.map(({ recipient }) => recipient)).toEqual([office.editor.email]);
  expect(notices[0]?.subject).toBe("An email to nobody@example.test wasn't delivered");
  expect(notices[0]?.text).toContain("There is no mailbox with this address.");
  expect(notices[0]?.text).toContain(`/admin/documents/${id}`);

  // These mails themselves are announced to no one, and no one hears of their own address.
  await choose(colleague, { undelivered: "ALL" });
  await failMail("nobody@example.test", `mail.undelivered:${id}:2026-01-01`);
  await app.db.delete(mails).where(like(mails.event, `mail.undelivered:${id}%`));
  await failMail(colleague.email);
  expect((await mailsOf(`mail.undelivered:${id}`)).map(({ recipient }) => recipient)).toEqual([
    office.editor.email,
  ]);
  await choose(colleague, {});
});

test("FIRST-1 colleagues who chose it are mailed that a client requests access for a person", async () => {
  await choose(owner, { decisions: "ALL", requests: "ALL" });
  const email = `${unique("ana")}@example.test`;
  const userDetails = { firstName: "Ana", lastName: "Silva", email };
  const body = { organizationId, userDetails, permissionType: "read" as const };
  const { organizationPermissionRequestId } = await app.request(requestPermission, { as: client, body });
  const event = `permission.requested:${organizationPermissionRequestId}`;
  await expect
    .poll(async () => (await mailsOf(event)).map(({ recipient }) => recipient))
    .toEqual([owner.email]);
  const [mail] = await mailsOf(event);
  expect(mail?.subject).toContain("requests access for Ana Silva");
  expect(mail?.text).toContain(email);
  expect(mail?.text).toContain("/admin/requests");
  await choose(owner, { decisions: "ALL" });
});
