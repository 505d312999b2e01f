import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import { type Admin, companyActor } from "../access-records/access-event.ts";
import { type AccessDeps, recordAccess } from "../access-records/record-access.ts";
import type { Tx } from "../db/database.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { invitationEvents, publishInvitation } from "./invite-person.ts";
import type { InvitationRow, InvitedTo } from "./queries.ts";
import { lockPending } from "./resend-invitation.ts";

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
