import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { INVITATION_DAYS, type PendingInvitation } from "#domain/invitations/invitation.ts";
import type { Change } from "../access/change.ts";
import { type Admin, companyActor } from "../access-records/access-event.ts";
import { type AccessDeps, recordAccess } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { mailInvitation } from "./invitation-mail.ts";
import {
  addDays,
  type InviteDeps,
  invitationEvents,
  newToken,
  publishInvitation,
  readPending,
  refuseInvited,
} from "./invite-person.ts";
import { type InvitationRow, type InvitedTo, invitationHash, isTo, lockInvitation } from "./queries.ts";

/** Mails a pending invitation again, within a change. Its old link stops working. */
export async function resendInvitation(
  change: Change,
  deps: InviteDeps,
  { invitationId, to, by }: { invitationId: Id; to: InvitedTo; by: Admin },
): Promise<PendingInvitation> {
  const { tx, at, record } = change;
  const invitation = await lockPending(tx, invitationId, to);
  if (invitation.email !== null)
    await refuseInvited(tx, invitation.email, to === "company" ? "company" : "client");
  const token = newToken();
  const expiresAt = addDays(at, INVITATION_DAYS);
  const invitedByUserProfileId = by.userProfileId;
  await tx
    .update(invitations)
    .set({ tokenHash: invitationHash(deps, token), sentAt: at, expiresAt, invitedByUserProfileId })
    .where(eq(invitations.invitationId, invitationId));
  await record({
    action: "invitation.resend",
    subjectId: invitationId,
    organizationId: invitation.organizationId,
    details: { email: invitation.email },
  });
  await mailInvitation(tx, deps, { ...invitation, expiresAt }, { token, inviterName: by.name });
  await publishInvitation(tx, deps, invitationId);
  const pending = await readPending(tx, invitationId);
  await recordAccess(change, deps, invitationEvents("invite", [invitation], companyActor(by)));
  return pending;
}

/** Reads and locks a pending invitation. Throws AppError "not-found" for one that is used, taken back, or elsewhere. */
async function lockPending(tx: Tx, invitationId: Id, to: InvitedTo): Promise<InvitationRow> {
  const which = and(eq(invitations.invitationId, invitationId), isTo(to), isPending());
  const found = await lockInvitation(tx, which);
  if (!found) throw new AppError("not-found", "There is no such invitation any more.");
  return found;
}

/** Takes a pending invitation back, within a change. Its link stops working at once. */
export async function endInvitation(
  change: Change,
  deps: AccessDeps,
  { invitationId, to, by }: { invitationId: Id; to: InvitedTo; by: Admin },
): Promise<{ invitationId: Id }> {
  const { tx, at, record } = change;
  const invitation = await lockPending(tx, invitationId, to);
  await tx.update(invitations).set({ endedAt: at }).where(eq(invitations.invitationId, invitationId));
  await record({
    action: "invitation.end",
    subjectId: invitationId,
    organizationId: invitation.organizationId,
    details: { email: invitation.email },
  });
  await publishInvitation(tx, deps, invitationId);
  await recordAccess(change, deps, invitationEvents("withdraw", [invitation], companyActor(by)));
  return { invitationId };
}

/** Ends and returns the pending invitations that a person sent, who has lost the right to invite. */
export async function endInvitationsOf(tx: Tx, userProfileId: Id, at: Date): Promise<InvitationRow[]> {
  return tx
    .update(invitations)
    .set({ endedAt: at })
    .where(and(eq(invitations.invitedByUserProfileId, userProfileId), isPending()))
    .returning();
}
