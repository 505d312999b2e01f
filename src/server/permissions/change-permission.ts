import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import type { OrganizationPermission, PermissionType } from "#domain/permissions/organization-permission.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readPeopleOfOrganization } from "./managed-people.ts";
import { organizationPermissions } from "./tables.ts";

/** Gives a member another right, with effect from their next call. */
export async function changePermission(
  deps: Deps,
  owner: Owner,
  organizationPermissionId: Id,
  { permissionType }: { permissionType: PermissionType },
): Promise<PeopleOfOrganization> {
  return change(deps, owner, async ({ tx, record }) => {
    const before = await lockPermission(tx, organizationPermissionId);
    const { organizationId, userId } = before;
    if (before.permissionType !== permissionType) {
      await tx
        .update(organizationPermissions)
        .set({ permissionType })
        .where(eq(organizationPermissions.organizationPermissionId, organizationPermissionId));
      await record({
        action: "permission.change",
        subjectId: organizationPermissionId,
        organizationId,
        details: { userId, from: before.permissionType, to: permissionType },
      });
      await publishPermission(tx, deps, before);
    }
    return readPeopleOfOrganization(tx, organizationId);
  });
}

/** Removes a member from an organization. Unlike a client's writer, an owner may remove the last writer too. */
export async function endPermission(
  deps: Deps,
  owner: Owner,
  organizationPermissionId: Id,
): Promise<PeopleOfOrganization> {
  return change(deps, owner, async ({ tx, record }) => {
    const removed = await lockPermission(tx, organizationPermissionId);
    const { organizationId, userId, permissionType } = removed;
    await tx
      .delete(organizationPermissions)
      .where(eq(organizationPermissions.organizationPermissionId, organizationPermissionId));
    await record({
      action: "permission.remove",
      subjectId: organizationPermissionId,
      organizationId,
      details: { userId, permissionType },
    });
    await publishPermission(tx, deps, removed);
    return readPeopleOfOrganization(tx, organizationId);
  });
}

/** Reads and locks a permission until the transaction ends: a decision made with it comes before or after. */
async function lockPermission(tx: Tx, organizationPermissionId: Id): Promise<OrganizationPermission> {
  const [row] = await tx
    .select()
    .from(organizationPermissions)
    .where(eq(organizationPermissions.organizationPermissionId, organizationPermissionId))
    .for("update");
  if (!row) throw new AppError("not-found", "There is no such permission.");
  return row;
}

async function publishPermission(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  { organizationId, organizationPermissionId, userId }: OrganizationPermission,
): Promise<void> {
  const event = { kind: "permission", id: organizationPermissionId } as const;
  await live.publish(tx, { organization: organizationId }, event);
  await live.publish(tx, { company: true }, event);
  // The person themselves, whichever organization they act for at this moment.
  await live.publish(tx, { person: userId }, { kind: "organization", id: organizationId });
}
