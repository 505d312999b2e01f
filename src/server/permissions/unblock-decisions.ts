import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/permissions.ts";
import type { Id } from "#domain/id.ts";
import type { ListedPermission } from "#domain/permissions/organization-permission.ts";
import { type Change, change } from "../access/change.ts";
import type { Signatory } from "../access/gates.ts";
import { readAccessPerson } from "../access-records/queries.ts";
import { publishPermission, recordAccess } from "../access-records/record-access.ts";
import { AppError, conflictError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { findPermissionsOfOrganization } from "./queries.ts";

/**
 * Ends the one-day hold on a colleague's decisions after a change of their sign-in. A person who is held or works for
 * the company is no signatory. The colleague's profile is locked, so a concurrent change of their sign-in holds them
 * again.
 */
export async function unblockDecisions(
  deps: Deps,
  signatory: Signatory,
  organizationPermissionId: Id,
  { until }: z.output<typeof calls.unblockDecisions.body>,
): Promise<ListedPermission> {
  const { organizationId } = signatory;
  const lift = async (opened: Change) => {
    const { tx, at, record, called } = opened;
    const find = () => findPermission(tx, organizationId, organizationPermissionId, at);
    const { userId, decisionRefusal } = await find();
    if (decisionRefusal?.reason !== "decisions-held") throw NOT_HELD;
    if (decisionRefusal.until !== until) throw conflictError("how this person signs in");
    const person = await readAccessPerson(tx, userId);
    await record({
      action: "permission.lift-hold",
      subjectId: organizationPermissionId,
      details: { userId },
    });
    await publishPermission(tx, deps, organizationId, organizationPermissionId);
    const actor = {
      userProfileId: signatory.userProfileId,
      name: called?.userName ?? signatory.userName,
      email: called?.userEmail ?? signatory.userEmail,
      side: "organization",
    } as const;
    await recordAccess(opened, deps, [{ kind: "lift-hold", organizationId, person, actor }]);
    return find();
  };
  return change(deps, signatory, lift, {
    lockFirst: (tx) => lockPersonOf(tx, organizationId, organizationPermissionId),
  });
}

const NOT_HELD = new AppError(
  "conflict",
  "This person can already decide for your organization. Nothing was changed.",
  { reason: "not-held" },
);

async function findPermission(
  reader: DbOrTx,
  organizationId: Id,
  organizationPermissionId: Id,
  now: Date,
): Promise<ListedPermission> {
  const all = await findPermissionsOfOrganization(reader, organizationId, now);
  const found = all.find((one) => one.organizationPermissionId === organizationPermissionId);
  if (!found) throw new AppError("not-found", "There is no such permission.");
  return found;
}

async function lockPersonOf(tx: Tx, organizationId: Id, organizationPermissionId: Id): Promise<void> {
  const { userProfileId } = userProfiles;
  const theirs = tx
    .select({ userId: organizationPermissions.userId })
    .from(organizationPermissions)
    .where(
      and(
        eq(organizationPermissions.organizationId, organizationId),
        eq(organizationPermissions.organizationPermissionId, organizationPermissionId),
      ),
    );
  await tx.select({ userProfileId }).from(userProfiles).where(inArray(userProfileId, theirs)).for("share");
}
