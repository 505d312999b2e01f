import { and, eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Change } from "../access/change.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { tellCompany } from "./invite-person.ts";
import { type InvitedTo, isPending } from "./queries.ts";
import { lockPending } from "./resend-invitation.ts";
import { invitations } from "./tables.ts";

/** Takes a pending invitation back, within a change. Its link stops working at once. */
export async function endInvitation(
  { tx, at, record }: Change,
  deps: Pick<Deps, "live">,
  { invitationId, to }: { invitationId: Id; to: InvitedTo },
): Promise<{ invitationId: Id }> {
  const invitation = await lockPending(tx, invitationId, to);
  await tx.update(invitations).set({ endedAt: at }).where(eq(invitations.invitationId, invitationId));
  await record({
    action: "invitation.end",
    subjectId: invitationId,
    organizationId: invitation.organizationId,
    details: { email: invitation.email },
  });
  await tellCompany(tx, deps, invitationId);
  return { invitationId };
}

/** Ends the pending invitations that a person sent, who has lost the right to invite. */
export async function endInvitationsOf(tx: Tx, userProfileId: Id, at: Date): Promise<void> {
  await tx
    .update(invitations)
    .set({ endedAt: at })
    .where(and(eq(invitations.invitedByUserProfileId, userProfileId), isPending()));
}
