import type * as calls from "#contract/admin/organizations.ts";
import { notes } from "#server/schema/organizations.ts";
import { makeOrganization, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

async function makeManaged({ db }: TestApp) {
  return { managedOrganizationId: (await makeOrganization(db)).organizationId };
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
  verifyOrganization: ({ managedOrganizationId }) => ({ params: { id: managedOrganizationId } }),
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
