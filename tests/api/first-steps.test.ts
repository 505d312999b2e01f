import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addStarterTerms, publishDraft } from "#contract/admin/agreements.ts";
import { addDocumentFromStarter } from "#contract/admin/documents.ts";
import { getChecks, getDraft, sendDocument } from "#contract/admin/drafts.ts";
import { getHome } from "#contract/admin/home.ts";
import { addClient, addOrganization } from "#contract/admin/organizations.ts";
import { inviteMember, listPeopleOfOrganization } from "#contract/admin/permissions.ts";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { addStarterTemplate, getTemplate } from "#contract/admin/templates.ts";
import { STARTER_KEYS, STARTER_TERMS_ID, STARTERS } from "#domain/starters/starter.ts";
import { auditEvents } from "#server/schema/audit.ts";
import { uniqueDocuments } from "#server/schema/documents.ts";
import { invitations } from "#server/schema/invitations.ts";
import { mails } from "#server/schema/mail.ts";
import { organizations } from "#server/schema/organizations.ts";
import { makeAdmin, makeDocument, makeOrganization, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

/** A portal whose configuration does not name the company. */
const app = await startTestApp({ COMPANY_NAME: "" });
const owner = await makeAdmin(app.db, "owner");
const editor = await makeAdmin(app.db, "editor");

const addTerms = () =>
  app.request(addStarterTerms, { as: editor, body: { generalDocumentId: STARTER_TERMS_ID } });
const firstSteps = async () => (await app.request(getHome, { as: editor })).firstSteps;
const MIA = { firstName: "Mia", lastName: "Chen", email: "mia@wharf.example" };
const clientOf = (organizationName: string, email: string) => ({
  as: owner,
  body: { organizationName, contact: { userDetails: { ...MIA, email }, permissionType: "write" as const } },
});
const people = (id: string) => app.request(listPeopleOfOrganization, { as: editor, params: { id } });
const actionsOf = async (subjectId: string) =>
  (await app.db.select().from(auditEvents).where(eq(auditEvents.subjectId, subjectId))).map(
    ({ action }) => action,
  );

async function nameCompany() {
  const { recordVersion, documentNumbers, invoiceNumbers, ...settings } = await app.request(getSettings, {
    as: owner,
  });
  const given = { companyName: "North Pine Studio", abn: "51824753556", address: "1 Wharf Rd\nBallina NSW" };
  const body = { settings: { ...settings, ...given, documentNumbers, invoiceNumbers }, recordVersion };
  await app.request(updateSettings, { as: owner, body });
}

test("FIRST-3 nothing is mailed under the example name: inviting and sending say who enters the company's", async () => {
  expect(await firstSteps()).toEqual({ isCompanyNamed: false, client: null, terms: null, draft: null });
  const refused = { status: 409, details: { reason: "company-unnamed" } };
  expect(await app.refusal(addClient, clientOf("Wharf Bakery", MIA.email))).toMatchObject(refused);
  expect(await app.db.$count(organizations), "all or nothing").toBe(0);
  const { organizationId } = await makeOrganization(app.db, { organizationName: "Before" });
  const body = { userDetails: MIA, permissionType: "read" as const };
  const inviting = { as: owner, params: { id: organizationId }, body };
  expect(await app.refusal(inviteMember, inviting)).toMatchObject(refused);
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId, status: "DRAFT", shownAt: null });
  const sending = { as: editor, params: { id: uniqueDocumentId }, body: { revision: 1 } };
  expect(await app.refusal(sendDocument, sending)).toMatchObject(refused);
  expect(await app.db.$count(mails)).toBe(0);
  await app.db.delete(uniqueDocuments);
  await app.db.delete(organizations);

  await nameCompany();
  expect((await firstSteps())?.isCompanyNamed).toBe(true);
});

test("FIRST-3 a client and its contact are added at once: active, invited, or neither", async () => {
  const added = await app.request(addClient, clientOf("Wharf Bakery", MIA.email));
  expect(added).toMatchObject({ organizationName: "Wharf Bakery", status: "ACTIVE" });
  expect(added.statusChanges).toHaveLength(1);
  const { organizationId } = added;
  expect((await actionsOf(organizationId)).toSorted()).toEqual(["organization.add", "organization.verify"]);
  const { members, invitations: invited } = await people(organizationId);
  expect(members).toEqual([]);
  expect(invited).toMatchObject([{ name: "Mia Chen", email: MIA.email, permissionType: "write" }]);
  const to = await app.db.select().from(mails).where(eq(mails.recipient, MIA.email));
  expect(to).toHaveLength(1);
  expect(await firstSteps()).toMatchObject({ client: { organizationId, isActive: true, hasPerson: true } });

  const again = await app.refusal(addClient, clientOf("wharf bakery", "other@wharf.example"));
  expect(again).toMatchObject({ status: 409, details: { reason: "same-name", organizationId } });
  // A colleague cannot be a client's contact: the organization is not added either.
  const { email } = editor;
  expect(await app.refusal(addClient, clientOf("Quarry", email))).toMatchObject({ status: 409 });
  expect(await app.db.$count(organizations)).toBe(1);
  expect(await app.refusal(addClient, { ...clientOf("Quarry", "q@q.example"), as: editor })).toMatchObject({
    status: 403,
  });
});

test("FIRST-3 the library's terms become one draft, named and marked, which an editor publishes", async () => {
  const draft = await addTerms();
  expect(draft).toMatchObject({ status: "DRAFT", draft: { isGeneralTerms: true } });
  expect(draft.draft?.richText).toContain("North Pine Studio (ABN 51 824 753 556)");
  expect(draft.draft?.richText).toContain("lawyer");
  expect(await addTerms()).toEqual(draft);
  const { generalDocumentId } = draft;
  expect(await actionsOf(generalDocumentId)).toEqual(["agreement.draft"]);
  expect((await firstSteps())?.terms).toEqual({ generalDocumentId, isPublished: false });
  const revision = draft.draft?.revision ?? 0;
  await app.request(publishDraft, { as: editor, params: { id: generalDocumentId }, body: { revision } });
  expect((await firstSteps())?.terms).toEqual({ generalDocumentId, isPublished: true });
});

test.each(STARTER_KEYS)("FIRST-3 %s is added as a template with one audit row", async (starter) => {
  const { templateId, name } = await app.request(addStarterTemplate, {
    as: editor,
    body: { starter, name: STARTERS[starter].name },
  });
  expect(name).toBe(STARTERS[starter].name);
  const { page, problems } = await app.request(getTemplate, { as: editor, params: { id: templateId } });
  expect(problems).toEqual([]);
  expect(page.content.length).toBeGreaterThan(5);
  expect(await actionsOf(templateId)).toEqual(["template.add"]);
});

test.each(STARTER_KEYS)(
  "FIRST-3 %s is written for an invited contact with nothing left to fill in, and its footer has the company's details",
  async (starter) => {
    const [client] = await app.db.select().from(organizations);
    const organizationId = client?.organizationId ?? "";
    const [invited] = (await people(organizationId)).invitations;
    const contactId = invited?.invitationId ?? "";
    const added = await app.request(addDocumentFromStarter, {
      as: editor,
      body: { starter, organizationId, contactId },
    });
    const { documentType, name } = STARTERS[starter];
    expect(added).toMatchObject({
      status: "DRAFT",
      documentType,
      name: `${name} for Wharf Bakery`,
      unfilled: [],
    });
    const id = added.uniqueDocumentId;
    const { page } = await app.request(getDraft, { as: editor, params: { id } });
    expect(page.content.at(-1)).toMatchObject({
      type: "Footer",
      props: {
        businessName: "North Pine Studio",
        abn: "51 824 753 556",
        address: "1 Wharf Rd\nBallina NSW",
        termsLink: "/general-document/general-terms",
        contactEmail: editor.email,
      },
    });
    expect(JSON.stringify(page)).toContain("Mia Chen");
    const { checks } = await app.request(getChecks, { as: editor, params: { id } });
    expect(checks.filter(({ isRefused }) => isRefused)).toEqual([]);
  },
);

test("FIRST-3 without a contact the client's name stands for one, and contacts of others are refused", async () => {
  const [client] = await app.db.select().from(organizations);
  const organizationId = client?.organizationId ?? "";
  const body = { starter: "proposal" as const, organizationId };
  const added = await app.request(addDocumentFromStarter, { as: editor, body });
  expect(added.unfilled).toEqual([]);
  const before = await app.db.$count(uniqueDocuments);
  const other = await app.request(addOrganization, {
    as: editor,
    body: { organizationName: unique("Quarry") },
  });
  const wrong = async (given: object) =>
    app.refusal(addDocumentFromStarter, { as: editor, body: { ...body, ...given } });
  const [invited] = (await people(organizationId)).invitations;
  const foreign = { organizationId: other.organizationId, contactId: invited?.invitationId ?? "" };
  expect(await wrong(foreign)).toMatchObject({ status: 400 });
  expect(await wrong({ contactId: "unknown" })).toMatchObject({ status: 400 });
  expect(await wrong({ organizationId: "unknown" })).toMatchObject({ status: 400 });
  await app.db.update(invitations).set({ endedAt: new Date() });
  expect(await wrong({ contactId: invited?.invitationId ?? "" })).toMatchObject({ status: 400 });
  await app.db.update(invitations).set({ endedAt: null });
  expect(await app.db.$count(uniqueDocuments)).toBe(before);
});

test("FIRST-3 the list ends by itself once a document was sent", async () => {
  const id = (await firstSteps())?.draft?.uniqueDocumentId ?? "";
  const { revision } = await app.request(getDraft, { as: editor, params: { id } });
  await app.request(sendDocument, { as: editor, params: { id }, body: { revision } });
  expect(await firstSteps()).toBeNull();
});
