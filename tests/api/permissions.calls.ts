import type * as calls from "#contract/permissions.ts";
import { blockDecisions } from "#tests/support/block-decisions.ts";
import {
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

/** A colleague whose decisions are held. */
export async function makeOwn({ db }: TestApp, owner?: TestPerson) {
  const organizationId = owner?.organizationId || (await makeOrganization(db)).organizationId;
  const held = await makePerson(db, { organization: null, profile: { userProfileId: unique("held") } });
  const { organizationPermissionId: heldPermissionId } = await makePermission(db, {
    userId: held.userProfileId,
    organizationId,
    permissionType: "write",
  });
  return { heldPermissionId, decisionsHeldUntil: await blockDecisions(db, held, organizationId) };
}
type Own = keyof Awaited<ReturnType<typeof makeOwn>>;

export const pointed: PointedAt<typeof calls, Own> = {
  unblockDecisions: ({ heldPermissionId, decisionsHeldUntil }) => ({
    params: { organizationPermissionId: heldPermissionId || "no-such-permission" },
    body: { until: decisionsHeldUntil || new Date(0).toISOString() },
  }),
  listOrganizations: () => ({}),
  listPermissions: () => ({}),
  listPermissionsOfOrganization: ({ organizationId }) => ({ params: { organizationId } }),
  listPermissionRequests: () => ({}),
  removePermission: ({ organizationPermissionId }) => ({ params: { organizationPermissionId } }),
  requestPermission: ({ organizationId }) => ({
    body: {
      organizationId,
      userDetails: { email: "grace@example.test", firstName: "Grace", lastName: "Hopper" },
      permissionType: "read",
    },
  }),
};
