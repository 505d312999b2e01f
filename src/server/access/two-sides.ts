import { eq } from "drizzle-orm";
import { NOT_BOTH_SIDES, refuseSide, type Side } from "#domain/access/two-sides.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import { conflict } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationPermissions } from "../schema/permissions.ts";

/**
 * Locks a person's profile until the transaction ends. Throws AppError "conflict" if they have a right on the other
 * side. Everything that gives a right calls it, so of two concurrent rights the second is refused.
 */
export async function refuseIfOnOtherSide(
  tx: Tx,
  userProfileId: Id,
  side: Side,
  voice: "given" | "accepted" = "given",
): Promise<void> {
  const isPerson = eq(userProfiles.userProfileId, userProfileId);
  // Read behind the lock, in a statement of its own: what another transaction has just given is seen.
  await tx
    .select({ userProfileId: userProfiles.userProfileId })
    .from(userProfiles)
    .where(isPerson)
    .for("share");
  const [profile] = await tx.select({ adminRole: userProfiles.adminRole }).from(userProfiles).where(isPerson);
  if (!profile) return;
  await refuseOtherSide(tx, { userProfileId, ...profile }, side, voice);
}

/** refuseIfOnOtherSide of a person who is read and not locked, such as one who is invited and joins later. */
export async function refuseOtherSide(
  reader: DbOrTx,
  { userProfileId, adminRole }: { userProfileId: Id; adminRole: AdminRole | null },
  side: Side,
  voice: "given" | "accepted" = "given",
): Promise<void> {
  const isTheirs = eq(organizationPermissions.userId, userProfileId);
  const isMember = side === "company" && (await reader.$count(organizationPermissions, isTheirs)) > 0;
  const reason = refuseSide(side, { adminRole, isMember });
  if (reason) throw conflict(reason, NOT_BOTH_SIDES[reason][voice]);
}

/** Those of these people who work for the company. Their profiles stay locked until the transaction ends. */
export async function lockCompanyPeople(tx: Tx, people: readonly Id[]): Promise<Set<Id>> {
  const { userProfileId, adminRole } = userProfiles;
  const isOneOf = isAnyOf(userProfileId, people);
  await tx.select({ userProfileId }).from(userProfiles).where(isOneOf).orderBy(userProfileId).for("share");
  const rows = await tx.select({ userProfileId, adminRole }).from(userProfiles).where(isOneOf);
  return new Set(rows.flatMap((row) => (row.adminRole === null ? [] : [row.userProfileId])));
}
