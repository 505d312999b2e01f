import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { isLastWriter, LAST_WRITER_STAYS } from "#domain/permissions/organization-permission.ts";
import { type Change, change } from "../access/change.ts";
import type { Writer } from "../access/gates.ts";
import { readAccessPerson } from "../access-records/queries.ts";
import { recordAccess } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { lockPermissionsOfOrganization } from "./queries.ts";

/**
 * Removes a person's permission in the writer's organization, with effect from the next call. Removals in one
 * organization run one after the other, so two writers who remove each other cannot leave it without a writer.
 */
export async function removePermission(
  deps: Deps,
  writer: Writer,
  organizationPermissionId: Id,
): Promise<{ organizationPermissionId: Id }> {
  const lockFirst = (tx: Tx) => lockPermissionsOfOrganization(tx, writer.organizationId);
  const remove = async (opened: Change) => {
    const { tx, record } = opened;
    const permissions = await lockFirst(tx);
    const removed = permissions.find((one) => one.organizationPermissionId === organizationPermissionId);
    if (!removed) throw new AppError("not-found", "There is no such permission.");
    if (isLastWriter(permissions, organizationPermissionId)) {
      throw new AppError("conflict", LAST_WRITER_STAYS, { reason: "last-writer" });
    }
    // Behind the wall, a member's profile is read as long as they are one.
    const person = await readAccessPerson(tx, removed.userId);
    await tx
      .delete(organizationPermissions)
      .where(
        and(
          eq(organizationPermissions.organizationId, writer.organizationId),
          eq(organizationPermissions.organizationPermissionId, organizationPermissionId),
        ),
      );
    await record({
      action: "permission.remove",
      subjectId: organizationPermissionId,
      details: { userId: removed.userId, permissionType: removed.permissionType },
    });
    const event = { kind: "permission", id: organizationPermissionId } as const;
    await deps.live.publish(tx, { organization: writer.organizationId }, event);
    await deps.live.publish(tx, { company: true }, event);
    const { organizationId, userProfileId, userName: name, userEmail: email } = writer;
    const side = removed.userId === userProfileId ? "self" : "organization";
    const { permissionType } = removed;
    const actor = { userProfileId, name, email, side } as const;
    await recordAccess(opened, deps, [{ kind: "remove", organizationId, person, actor, permissionType }]);
    return { organizationPermissionId };
  };
  return change(deps, writer, remove, { lockFirst });
}
