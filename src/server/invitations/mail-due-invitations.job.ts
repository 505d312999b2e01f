import { and, asc, eq, not } from "drizzle-orm";
import { z } from "zod";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { INVITATION_DAYS, INVITED_AN_HOUR } from "#domain/invitations/invitation.ts";
import { change, PORTAL } from "../access/change.ts";
import { publishPermission } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, type RateLimit, refundAttempt } from "../http/rate-limit.ts";
import { attemptEach } from "../jobs/attempt-each.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { userProfiles } from "../schema/account.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { mailInvitation } from "./invitation-mail.ts";
import { addDays, limitOfAddress, newToken } from "./invite-person.ts";
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
    await attemptEach(deps, findInTurn(portal), ({ id }) => mailOne(portal, id));
  },
});

/** The invitations that may be mailed in this hour, each counted. */
async function* findInTurn(deps: Deps): AsyncGenerator<{ id: Id }> {
  /** Those that were mailed or failed, and those to addresses that had enough in this hour. */
  const seen: Id[] = [];
  for (let due = await findDue(deps, seen); due.length > 0; due = await findDue(deps, seen)) {
    for (const { id, email } of due) {
      seen.push(id);
      const limit = limitOfAddress(email ?? "");
      if (!(await isCounted(deps, limit))) continue;
      if (!(await isCounted(deps, LIMIT))) return refundAttempt(deps, [limit]);
      yield { id };
    }
  }
}

function findDue({ db }: Pick<Deps, "db">, seen: readonly Id[]) {
  const { invitationId: id, email, isMailDue, sentAt } = invitations;
  return db
    .select({ id, email })
    .from(invitations)
    .where(and(eq(isMailDue, true), isPending(), not(isAnyOf(id, seen))))
    .orderBy(asc(sentAt), asc(id))
    .limit(BATCH_SIZE);
}

/** Counts an invitation. False if there are enough in this hour. */
async function isCounted(deps: Pick<Deps, "database" | "clock">, limit: RateLimit): Promise<boolean> {
  try {
    await consumeAttempt(deps, [limit]);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate-limited") throw error;
    await refundAttempt(deps, [limit]);
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
