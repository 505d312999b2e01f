import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/people.ts";
import { isHigher } from "#domain/account/admin-role.ts";
import { isLastOwner, LAST_OWNER_STAYS } from "#domain/account/managed-person.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { refuseIfOnOtherSide } from "../access/two-sides.ts";
import { companyActor } from "../access-records/access-event.ts";
import { publishPermission, recordAccess } from "../access-records/record-access.ts";
import { findActingOwners, findAdmins, lockAdmins } from "../account/queries.ts";
import { AppError, conflict, conflictError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { endSessions, lockSignInsOf } from "../identity/confirm-sign-in.ts";
import { requireWayIn } from "../identity/required-issuer.ts";
import { invitationEvents } from "../invitations/invite-person.ts";
import { endInvitationsOf } from "../invitations/resend-invitation.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";

/**
 * Changes or removes an admin's role, from their next call. Removal also ends their sessions and the invitations that
 * they sent. Saving a role that is lowered meanwhile raises nothing. Changes of roles are serialised, so two owners who
 * remove each other cannot leave the company without one. The portal acts: no admin reaches sessions.
 */
export async function changeAdminRole(
  deps: Deps,
  owner: Owner,
  userProfileId: Id,
  { adminRole }: z.output<typeof calls.changeAdminRole.body>,
): Promise<z.input<typeof calls.changeAdminRole.reply>> {
  const asPortal = withScope(deps, { role: "portal" });
  const prepare = async () =>
    (await findAdmins(asPortal.db)).find((one) => one.userProfileId === userProfileId)?.adminRole;
  const lockFirst = async (tx: Tx) => {
    if (adminRole === null) await lockSignInsOf(tx, [userProfileId]);
    await lockAdmins(tx);
  };
  return change(
    asPortal,
    owner,
    async (opened, seen) => {
      const { tx, at, record } = opened;
      const admins = await lockAdmins(tx);
      const admin = admins.find((one) => one.userProfileId === userProfileId);
      if (!admin) throw new AppError("not-found", "There is no such admin.");
      if (admin.adminRole === adminRole) return admin;
      if (isHigher(admin.adminRole, adminRole) && seen !== admin.adminRole) throw conflictError("this role");
      if (isHigher(admin.adminRole, adminRole)) await refuseIfOnOtherSide(tx, userProfileId, "company");
      if (isLastOwner(await findActingOwners(tx), userProfileId)) {
        throw conflict("last-owner", LAST_OWNER_STAYS);
      }
      await tx.update(userProfiles).set({ adminRole }).where(eq(userProfiles.userProfileId, userProfileId));
      if (admin.adminRole === "owner") await requireWayIn(tx);
      const ended = adminRole === null ? await endInvitationsOf(tx, userProfileId, at) : [];
      if (adminRole === null) await endSessions(tx, userProfileId);
      await record({
        action: "admin.change-role",
        subjectId: userProfileId,
        details: { from: admin.adminRole, to: adminRole },
      });
      await publishPermission(tx, deps, null, userProfileId);
      await recordAccess(opened, deps, invitationEvents("withdraw", ended, companyActor(owner)));
      return { ...admin, adminRole };
    },
    { prepare, lockFirst },
  );
}
