import { sql } from "drizzle-orm";
import { EVIDENCE } from "#domain/activity/activity.ts";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";

/** The actions that note whom they concern by name or email. */
const BY_EMAIL = [
  "invitation.accept",
  "invitation.end",
  "invitation.print",
  "invitation.resend",
  "invitation.send",

  "permission.request",
  "permission-request.expire",
  "permission-request.grant",
  "permission-request.refuse",
  "document.open-link",
  "mail.give-up",
];
const BY_NAME = ["profile.update", "person.correct-name"];
/** What of a row's details names a person. */
export const OF_PERSON: readonly string[] = [
  "email",
  "userEmail",
  "recipient",
  "subject",
  "firstName",
  "lastName",
  "ipAddress",
  "userAgent",
];

type Removed = {
  userProfileId: Id;
  /** In lower case. */
  emails: readonly string[];
  /** The invitations that were theirs. */
  invitationIds: readonly Id[];
};

/** Takes a removed person's name, email and addresses out of the audit rows that are no evidence. The rows stay. */
export async function anonymiseAudit(
  tx: Tx,
  { userProfileId, emails, invitationIds }: Removed,
): Promise<void> {
  const array = (words: readonly string[]) => sql`${sql.param([...words])}::text[]`;
  const isNoEvidence = sql`action <> all(${array(EVIDENCE)})`;
  await tx.execute(sql`
    update audit_events set details = details - ${array(OF_PERSON)}
    where ${isNoEvidence} and action = any(${array(BY_EMAIL)})
      and (lower(coalesce(details ->> 'email', details ->> 'recipient')) = any(${array(emails)})
        or subject_id = any(${array([userProfileId, ...invitationIds])}))`);
  await tx.execute(sql`
    update audit_events set details = '{}'
    where ${isNoEvidence} and action = any(${array(BY_NAME)})
      and (user_profile_id = ${userProfileId} or subject_id = ${userProfileId})`);
}
