import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { INVITATION_DAYS, type PendingInvitation } from "#domain/invitations/invitation.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { type Admin, companyActor } from "../access-records/access-event.ts";
import { type AccessDeps, publishPermission, recordAccess } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { requireCompanyName } from "../settings/require-company-name.ts";
import { mailInvitation } from "./invitation-mail.ts";
import {
  addDays,
  countInvitation,
  invitationEvents,
  newToken,
  readPending,
  refuseInvited,
} from "./invite-person.ts";
import { type InvitationRow, type InvitedTo, invitationHash, isTo, lockInvitation } from "./queries.ts";

/** Mails a pending invitation again. The link of its last mail stops working; those of documents are open for longer. */
export async function resendInvitation(
  deps: Deps,
  owner: Owner,
  { invitationId, to }: { invitationId: Id; to: InvitedTo },
): Promise<PendingInvitation> {
  const resend = async (opened: Change) => {
    const { tx, at, record } = opened;
    await requireCompanyName(tx, deps);
    const invitation = await lockPending(tx, invitationId, to);
    const { email, organizationId } = invitation;
    if (email !== null) await refuseInvited(tx, email, to === "company" ? "company" : "client");
    const token = newToken();
    const expiresAt = addDays(at, INVITATION_DAYS);
    const sent = { invitedByUserProfileId: owner.userProfileId, isMailDue: false };
    await tx
      .update(invitations)
      .set({ tokenHash: invitationHash(deps, token), sentAt: at, expiresAt, ...sent })
      .where(eq(invitations.invitationId, invitationId));
    await record({
      action: "invitation.resend",
      subjectId: invitationId,
      organizationId,
      details: { email },
    });
    await mailInvitation(tx, deps, { ...invitation, expiresAt }, { token, inviterName: owner.name });
    await publishPermission(tx, deps, null, invitationId);
    const pending = await readPending(tx, invitationId);
    await recordAccess(opened, deps, invitationEvents("invite", [invitation], companyActor(owner)));
    return pending;
  };
  // A new link goes to the same address, so the invitation's id counts in place of the address.
  return change(deps, owner, resend, { prepare: () => countInvitation(deps, invitationId) });
}

/** Reads and locks a pending invitation. Throws AppError "not-found" for one that is used, withdrawn, or elsewhere. */
async function lockPending(tx: Tx, invitationId: Id, to: InvitedTo): Promise<InvitationRow> {
  const isPendingOne = and(eq(invitations.invitationId, invitationId), isTo(to), isPending());
  const found = await lockInvitation(tx, isPendingOne);
  if (!found) throw new AppError("not-found", "This invitation no longer exists.");
  return found;
}

/** Withdraws a pending invitation, within a change. Its link stops working at once. */
export async function endInvitation(
  change: Change,
  deps: AccessDeps,
  { invitationId, to, by }: { invitationId: Id; to: InvitedTo; by: Admin },
): Promise<{ invitationId: Id }> {
  const { tx, at, record } = change;
  const invitation = await lockPending(tx, invitationId, to);
  await tx.update(invitations).set({ endedAt: at }).where(eq(invitations.invitationId, invitationId));
  const { email, organizationId } = invitation;
  await record({ action: "invitation.end", subjectId: invitationId, organizationId, details: { email } });
  await publishPermission(tx, deps, null, invitationId);
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
