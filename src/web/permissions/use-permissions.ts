import { useMemo } from "react";
import { listProfilesOfOrganization } from "#contract/account.ts";
import {
  listOrganizations,
  listPermissionRequests,
  listPermissions,
  listPermissionsOfOrganization,
  removePermission,
  requestPermission,
  unblockDecisions,
} from "#contract/permissions.ts";
import type { Id } from "#domain/id.ts";
import type { ListedPermission } from "#domain/permissions/organization-permission.ts";
import { isStatus } from "#web/lib/api-error.ts";
import { call, type Input } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { permissionRows } from "./permission-rows.ts";

type NewUser = Omit<Input<typeof requestPermission>["body"], "organizationId">;

/** The permissions and requests of an organization, and a writer's actions. */
export function usePermissions(organizationId: Id) {
  const input = { params: { organizationId } };
  const permissions = useCall(listPermissionsOfOrganization, input);
  const profiles = useCall(listProfilesOfOrganization, input);
  const requests = useCall(listPermissionRequests, {});
  const cached = useCached();

  const rows = useMemo(
    () =>
      permissions.data && profiles.data && requests.data
        ? permissionRows(permissions.data, profiles.data, requests.data)
        : undefined,
    [permissions.data, profiles.data, requests.data],
  );

  return {
    /** Undefined while loading. */
    rows,
    error: permissions.error ?? profiles.error ?? requests.error,
    retry() {
      for (const answer of [permissions, profiles, requests]) void answer.mutate();
    },
    /** Removes the permission; "gone" if another member already has. */
    async remove(organizationPermissionId: Id): Promise<"removed" | "gone"> {
      const outcome = await call(removePermission, { params: { organizationPermissionId } }).then(
        () => "removed" as const,
        (error: unknown) => {
          if (isStatus(error, 404)) return "gone" as const;
          throw error;
        },
      );
      const without = (now: ListedPermission[] | undefined) =>
        now?.filter((one) => one.organizationPermissionId !== organizationPermissionId);
      await cached.replace(listPermissionsOfOrganization, input, without);
      await cached.replace(listPermissions, {}, without);
      // The person may have removed their own permission, so their organizations have changed.
      await cached.refetch(listOrganizations);
      return outcome;
    },
    /** Allows a colleague to decide before the one-day hold ends. */
    async lift(organizationPermissionId: Id, until: string) {
      const lifted = await call(unblockDecisions, { params: { organizationPermissionId }, body: { until } });
      await cached.replace(listPermissionsOfOrganization, input, (now) =>
        now?.map((one) => (one.organizationPermissionId === organizationPermissionId ? lifted : one)),
      );
    },
    async request(request: NewUser) {
      const created = await call(requestPermission, { body: { organizationId, ...request } });
      const id = created.organizationPermissionRequestId;
      await cached.replace(listPermissionRequests, {}, (now = []) => [
        ...now.filter((one) => one.organizationPermissionRequestId !== id),
        created,
      ]);
    },
  };
}
