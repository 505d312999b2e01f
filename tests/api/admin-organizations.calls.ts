import type * as calls from "#contract/admin/organizations.ts";
import { makeOrganization, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  return { managedOrganizationId: (await makeOrganization(db)).organizationId };
}

export const pointed: PointedAt<typeof calls, "managedOrganizationId"> = {
  listAllOrganizations: () => ({}),
  getOrganization: ({ managedOrganizationId }) => ({ params: { id: managedOrganizationId } }),
  addOrganization: ({ managedOrganizationId }) => ({
    body: { organizationName: `Another ${managedOrganizationId} ${unique("name")}` },
  }),
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
};
