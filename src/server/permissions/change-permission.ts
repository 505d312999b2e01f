import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import {
  isLastWriter,
  LAST_WRITER_STAYS,
  type OrganizationPermission,
  type PermissionType,
} from "#domain/permissions/organization-permission.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner, Writer } from "../access/gates.ts";
import { refuseIfOnOtherSide } from "../access/two-sides.ts";
import { type Actor, companyActor } from "../access-records/access-event.ts";
import { readAccessPerson } from "../access-records/queries.ts";
import { publishPermission, recordAccess } from "../access-records/record-access.ts";
import { AppError, conflict, conflictError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { readPeopleOfOrganization } from "./managed-people.ts";
import { lockPermissionsOfOrganization } from "./queries.ts";

/** Gives a member another right, with effect from their next call. Saving one that is lowered meanwhile raises nothing. */
export async function changePermission(
  deps: Deps,
  owner: Owner,
  organizationPermissionId: Id,
  { permissionType }: { permissionType: PermissionType },
): Promise<PeopleOfOrganization> {
  const prepare = async () => {
    const [seen] = await deps.db
      .select()
      .from(organizationPermissions)
      .where(hasId(organizationPermissionId));
    return seen?.permissionType;
  };
  const run = async (opened: Change, seen: PermissionType | undefined) => {
    const { tx, at, record } = opened;
    const before = await lockPermission(tx, organizationPermissionId);
    const { organizationId, userId } = before;
    const raisesRight = before.permissionType === "read" && permissionType === "write";
    if (raisesRight && seen !== before.permissionType) throw conflictError("this permission");
    if (raisesRight) await refuseIfOnOtherSide(tx, userId, "client");
    if (before.permissionType !== permissionType) {
      await tx.update(organizationPermissions).set({ permissionType }).where(hasId(organizationPermissionId));
      await record({
        action: "permission.change",
        subjectId: organizationPermissionId,
        organizationId,
        details: { userId, from: before.permissionType, to: permissionType },
      });
      await publishPermission(tx, deps, organizationId, organizationPermissionId);
      await publishToMember(tx, deps, before);
      const person = await readAccessPerson(tx, userId);
      const rights = { permissionType, previousPermissionType: before.permissionType };
      const actor = companyActor(owner);
      await recordAccess(opened, deps, [{ kind: "change", organizationId, person, actor, ...rights }]);
    }
    return readPeopleOfOrganization(tx, organizationId, at);
  };
  return change(deps, owner, run, { prepare });
}

/** Removes a member from an organization. Unlike a client's writer, an owner may remove the last writer too. */
export async function endPermission(
  deps: Deps,
  owner: Owner,
  organizationPermissionId: Id,
): Promise<PeopleOfOrganization> {
  return change(deps, owner, async (opened) => {
    const { tx, at } = opened;
    const removed = await lockPermission(tx, organizationPermissionId);
    await publishToMember(tx, deps, removed);
    await removeWithRecords(opened, deps, removed, companyActor(owner));
    return readPeopleOfOrganization(tx, removed.organizationId, at);
  });
}

const hasId = (organizationPermissionId: Id) =>
  eq(organizationPermissions.organizationPermissionId, organizationPermissionId);

/** Reads and locks a permission until the transaction ends: a decision made with it comes before or after. */
async function lockPermission(tx: Tx, organizationPermissionId: Id): Promise<OrganizationPermission> {
  const [row] = await tx
    .select()
    .from(organizationPermissions)
    .where(hasId(organizationPermissionId))
    .for("update");
  if (!row) throw new AppError("not-found", "There is no such permission.");
  return row;
}

/** Publishes to the person themselves, whichever organization they act for at this moment. */
async function publishToMember(tx: Tx, { live }: Deps, permission: OrganizationPermission): Promise<void> {
  await live.publish(
    tx,
    { person: permission.userId },
    { kind: "organization", id: permission.organizationId },
  );
}

/** Removes a permission with its records. The person is read first: a member's scope shows members only. */
async function removeWithRecords(
  change: Change,
  deps: Deps,
  { organizationPermissionId, organizationId, userId, permissionType }: OrganizationPermission,
  actor: Actor,
): Promise<void> {
  const { tx, record } = change;
  const person = await readAccessPerson(tx, userId);
  await tx.delete(organizationPermissions).where(hasId(organizationPermissionId));
  const details = { userId, permissionType };
  await record({ action: "permission.remove", subjectId: organizationPermissionId, organizationId, details });
  await publishPermission(tx, deps, organizationId, organizationPermissionId);
  await recordAccess(change, deps, [{ kind: "remove", organizationId, person, actor, permissionType }]);
}

/** Removes a permission. Removals are serialised, so two writers who remove each other leave one. */
export async function removePermission(
  deps: Deps,
  writer: Writer,
  organizationPermissionId: Id,
): Promise<{ organizationPermissionId: Id }> {
  const lockFirst = (tx: Tx) => lockPermissionsOfOrganization(tx, writer.organizationId);
  const remove = async (opened: Change) => {
    const permissions = await lockFirst(opened.tx);
    const removed = permissions.find((one) => one.organizationPermissionId === organizationPermissionId);
    if (!removed) throw new AppError("not-found", "There is no such permission.");
    if (isLastWriter(permissions, organizationPermissionId)) {
      throw conflict("last-writer", LAST_WRITER_STAYS);
    }
    const { userProfileId, userName: name, userEmail: email } = writer;
    const side = removed.userId === userProfileId ? "self" : "organization";
    await removeWithRecords(opened, deps, removed, { userProfileId, name, email, side });
    return { organizationPermissionId };
  };
  return change(deps, writer, remove, { lockFirst });
}
