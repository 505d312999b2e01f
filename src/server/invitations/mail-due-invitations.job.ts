import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { INVITATION_DAYS, INVITED_AN_HOUR } from "#domain/invitations/invitation.ts";
import { change, PORTAL } from "../access/change.ts";
import { publishPermission } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, refundAttempt } from "../http/rate-limit.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { mailInvitation } from "./invitation-mail.ts";
import { addDays, newToken } from "./invite-person.ts";
import { invitationHash, lockInvitation } from "./queries.ts";

/** The invitations that are looked up at once. Each is mailed in a transaction of its own. */
const BATCH_SIZE = 50;

/** Some of the invitations of an hour are left for people who are invited one by one. */
const LIMIT = { key: "invite", max: INVITED_AN_HOUR, windowSeconds: 3600 };

/** Mails the links of people who were invited together. A killed job goes on with those whose mail is still due. */
export const mailDueInvitations = defineJob({
  name: "mail-due-invitations",
  payload: z.strictObject({}),
  everySeconds: 60,
  async run(deps) {
    const portal = withScope(deps, { role: "portal" });
    for (let ids = await findDue(portal); ids.length > 0; ids = await findDue(portal)) {
      for (const id of ids) {
        if (!(await mayMail(deps))) return;
        await mailOne(portal, id);
      }
    }
  },
});

async function findDue({ db }: Pick<Deps, "db">): Promise<Id[]> {
  const { invitationId, isMailDue, sentAt } = invitations;
  const rows = await db
    .select({ invitationId })
    .from(invitations)
    .where(and(eq(isMailDue, true), isPending()))
    .orderBy(asc(sentAt), asc(invitationId))
    .limit(BATCH_SIZE);
  return rows.map((row) => row.invitationId);
}

/** Counts an invitation. False if there are enough in this hour. */
async function mayMail(deps: Pick<Deps, "database" | "clock">): Promise<boolean> {
  try {
    await consumeAttempt(deps, [LIMIT]);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate-limited") throw error;
    await refundAttempt(deps, [LIMIT]);
    return false;
  }
}

/** Mails one that is still due. It may have been withdrawn, or mailed by a person, since it was found. */
async function mailOne(deps: Deps, invitationId: Id): Promise<void> {
  await change(deps, PORTAL, async ({ tx, at, record }) => {
    const isDue = and(
      eq(invitations.invitationId, invitationId),
      eq(invitations.isMailDue, true),
      isPending(),
    );
    const invitation = await lockInvitation(tx, isDue);
    if (!invitation) return;
    const { email, organizationId, invitedByUserProfileId } = invitation;
    const token = newToken();
    const expiresAt = addDays(at, INVITATION_DAYS);
    await tx
      .update(invitations)
      .set({ tokenHash: invitationHash(deps, token), sentAt: at, expiresAt, isMailDue: false })
      .where(eq(invitations.invitationId, invitationId));
    await record({ action: "invitation.mail", subjectId: invitationId, organizationId, details: { email } });
    const [inviter] = await tx
      .select()
      .from(userProfiles)
      .where(eq(userProfiles.userProfileId, invitedByUserProfileId ?? ""));
    const inviterName = inviter ? displayName(inviter) : deps.settings.now().companyName;
    await mailInvitation(tx, deps, { ...invitation, expiresAt }, { token, inviterName });
    await publishPermission(tx, deps, null, invitationId);
  });
}
