import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { isLastWriter, LAST_WRITER_STAYS } from "#domain/permissions/removal.ts";
import type { Writer } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import { recordAudit } from "../audit/record.ts";
import type { Deps } from "../deps.ts";
import { lockPermissionsOfOrganization } from "./queries.ts";
import { organizationPermissions } from "./tables.ts";

/**
 * Takes a person's permission in the writer's organization away, from the next call on. Removals of one
 * organization come one after the other: two writers who remove each other cannot leave it without one.
 */
export async function removePermission(
  deps: Deps,
  writer: Writer,
  organizationPermissionId: Id,
): Promise<{ organizationPermissionId: Id }> {
  return deps.db.transaction(async (tx) => {
    const permissions = await lockPermissionsOfOrganization(tx, writer.organizationId);
    const mayStillWrite = permissions.some(
      (one) =>
        one.organizationPermissionId === writer.organizationPermissionId && one.permissionType === "write",
    );
    if (!mayStillWrite)
      throw new AppError("forbidden", "Your own permission has just been taken away.", {
        reason: "permission-gone",
      });

    const removed = permissions.find((one) => one.organizationPermissionId === organizationPermissionId);
    if (!removed) throw new AppError("not-found", "There is no such permission.");
    if (isLastWriter(permissions, organizationPermissionId)) {
      throw new AppError("conflict", LAST_WRITER_STAYS, { reason: "last-writer" });
    }
    await tx
      .delete(organizationPermissions)
      .where(
        and(
          eq(organizationPermissions.organizationId, writer.organizationId),
          eq(organizationPermissions.organizationPermissionId, organizationPermissionId),
        ),
      );
    await recordAudit(tx, {
      at: deps.clock(),
      action: "permission.remove",
      userProfileId: writer.userProfileId,
      organizationId: writer.organizationId,
      subjectId: organizationPermissionId,
      details: { userId: removed.userId, permissionType: removed.permissionType },
    });
    await deps.live.publish(
      tx,
      { organization: writer.organizationId },
      { kind: "permission", id: organizationPermissionId },
    );
    return { organizationPermissionId };
  });
}
