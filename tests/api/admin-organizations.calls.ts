import type * as calls from "#contract/admin/organizations.ts";
import { organizationDetails } from "#server/schema/organization-details.ts";
import { notes } from "#server/schema/organizations.ts";
import { makeOrganization, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

async function makeManaged({ db }: TestApp) {
  const { organizationId: detailedOrganizationId } = await makeOrganization(db);
  await db.insert(organizationDetails).values({ organizationId: detailedOrganizationId });
  return { managedOrganizationId: (await makeOrganization(db)).organizationId, detailedOrganizationId };
}

async function makeNotes({ db }: TestApp) {
  const { organizationId } = await makeOrganization(db);
  const noteId = async () => {
    const id = unique("note");
    const by = { writtenBy: "Noah", writtenAt: new Date() };
    await db.insert(notes).values({ noteId: id, organizationId, text: id, ...by });
    return id;
  };
  return {
    notedOrganizationId: organizationId,
    changedNoteId: await noteId(),
    removedNoteId: await noteId(),
  };
}

export async function makeOwn(app: TestApp) {
  return { ...(await makeManaged(app)), ...(await makeNotes(app)) };
}

export const pointed: PointedAt<typeof calls, keyof Awaited<ReturnType<typeof makeOwn>>> = {
  listAllOrganizations: () => ({}),
  getOrganization: ({ managedOrganizationId }) => ({ params: { id: managedOrganizationId } }),
  getOrganizationTotals: ({ managedOrganizationId }) => ({ params: { id: managedOrganizationId } }),
  addOrganization: ({ managedOrganizationId }) => ({
    body: { organizationName: `Another ${managedOrganizationId} ${unique("name")}` },
  }),
  addClient: ({ managedOrganizationId }) => {
    const userDetails = { firstName: "Ana", lastName: "Silva", email: `${unique("ana")}@example.test` };
    return {
      body: {
        organizationName: `Client ${managedOrganizationId} ${unique("name")}`,
        contact: { userDetails, permissionType: "write" },
      },
    };
  },
  renameOrganization: ({ managedOrganizationId }) => ({
    params: { id: managedOrganizationId },
    body: { organizationName: `New ${managedOrganizationId}`, asRead: managedOrganizationId },
  }),
  changeQuickLinks: ({ managedOrganizationId }) => ({
    params: { id: managedOrganizationId },
    body: { quickLinks: [{ label: "Board", url: "https://boards.example/1" }], asRead: [] },
  }),
  changeOrganizationDetails: ({ detailedOrganizationId }) => ({
    params: { id: detailedOrganizationId },
    body: {
      legalName: "Fern Pty Ltd",
      abn: "51824753556",
      billingAddress: "1 Quay",
      phone: "02 9999 0000",
      billingContact: "Ana",
      billingEmail: "ana@fern.example",
      ownerId: null,
      recordVersion: 1,
    },
  }),
  getOrganizationRecipients: ({ organizationId }) => ({ params: { id: organizationId } }),
  changeUsualRecipients: ({ organizationId }) => ({ params: { id: organizationId }, body: { usual: null } }),
  verifyOrganization: ({ managedOrganizationId }) => ({ params: { id: managedOrganizationId } }),
  verifyOrganizations: ({ managedOrganizationId }) => ({
    body: { organizationIds: [managedOrganizationId] },
  }),
  deactivateOrganization: ({ managedOrganizationId }) => ({
    params: { id: managedOrganizationId },
    body: { reason: `They have moved on from ${managedOrganizationId}`, openDocumentIds: [] },
  }),
  openClientView: ({ organizationId }) => ({ params: { id: organizationId } }),
  listNotes: ({ notedOrganizationId }) => ({ params: { id: notedOrganizationId } }),
  addNote: ({ notedOrganizationId }) => ({
    params: { id: notedOrganizationId },
    body: { text: `Prefers calls to emails (${notedOrganizationId})` },
  }),
  changeNote: ({ changedNoteId }) => ({
    params: { id: changedNoteId },
    body: { text: "Prefers emails", asRead: changedNoteId },
  }),
  removeNote: ({ removedNoteId }) => ({ params: { id: removedNoteId } }),
};
