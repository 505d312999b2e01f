import type * as calls from "#contract/admin/permissions.ts";
import { organizationPermissionRequests } from "#server/schema/permissions.ts";
import { makeOrganization, makePermission, makePerson, unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import { makeInvitation } from "#tests/support/make-invitation.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { organizationId } = await makeOrganization(db);
  const requestId = async () => {
    const organizationPermissionRequestId = unique("request");
    await db.insert(organizationPermissionRequests).values({
      organizationPermissionRequestId,
      organizationId,
      email: `${unique("new")}@example.test`,
      firstName: "Ana",
      lastName: "Silva",
      permissionType: "read",
    });
    return organizationPermissionRequestId;
  };
  const permissionId = async () => {
    const { userProfileId: userId } = await makePerson(db, { organization: null });
    const made = await makePermission(db, { userId, organizationId, permissionType: "write" });
    return made.organizationPermissionId;
  };
  return {
    peopledOrganizationId: organizationId,
    grantedRequestId: await requestId(),
    refusedRequestId: await requestId(),
    changedPermissionId: await permissionId(),
    endedPermissionId: await permissionId(),
    resentInvitationId: await makeInvitation(db, { organizationId }),
    endedInvitationId: await makeInvitation(db, { organizationId }),
  };
}

type Own = keyof Awaited<ReturnType<typeof makeOwn>>;

export const pointed: PointedAt<typeof calls, Own> = {
  listPeopleOfOrganization: ({ peopledOrganizationId }) => ({ params: { id: peopledOrganizationId } }),
  changePermission: ({ changedPermissionId }) => ({
    params: { id: changedPermissionId },
    body: { permissionType: "read" },
  }),
  endPermission: ({ endedPermissionId }) => ({ params: { id: endedPermissionId } }),
  listAllRequests: () => ({}),
  grantRequest: ({ grantedRequestId }) => ({
    params: { id: grantedRequestId },
    body: { permissionType: "write" },
  }),
  refuseRequest: ({ refusedRequestId }) => ({
    params: { id: refusedRequestId },
    body: { reason: "They have left" },
  }),
  inviteMember: ({ peopledOrganizationId }) => ({
    params: { id: peopledOrganizationId },
    body: {
      userDetails: { email: `${peopledOrganizationId}@example.test`, firstName: "Ana", lastName: "Silva" },
      permissionType: "read",
    },
  }),
  resendMemberInvitation: ({ peopledOrganizationId, resentInvitationId }) => ({
    params: { id: peopledOrganizationId, invitationId: resentInvitationId },
  }),
  endMemberInvitation: ({ peopledOrganizationId, endedInvitationId }) => ({
    params: { id: peopledOrganizationId, invitationId: endedInvitationId },
  }),
};
