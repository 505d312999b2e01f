import { type SQL, sql } from "drizzle-orm";
import { EVIDENCE } from "#domain/activity/evidence.ts";

// Each statement clears at most so many records from before a moment, and returns a row for each.

const evidence = () => sql`${sql.param([...EVIDENCE])}::text[]`;
const moment = (before: Date) => sql`${before.toISOString()}::timestamptz`;

export function oldActivity(before: Date, most: number): SQL {
  return sql`delete from audit_events where audit_event_id = any(array(
    select audit_event_id from audit_events where at < ${moment(before)} and action <> all(${evidence()})
    order by at limit ${most})) returning 1 as gone`;
}

/** Only invitations and the like keep an address in the activity that is no evidence. */
export function oldInvitationAddresses(before: Date, most: number): SQL {
  return sql`update audit_events set details = details - 'ipAddress' - 'userAgent' where audit_event_id = any(array(
    select audit_event_id from audit_events
    where action = 'invitation.accept' and at < ${moment(before)} and details ?| array['ipAddress', 'userAgent']
    order by at limit ${most})) returning 1 as gone`;
}

export function oldOpenings(before: Date, most: number): SQL {
  return sql`delete from document_openings where document_opening_id = any(array(
    select document_opening_id from document_openings where last_at < ${moment(before)} limit ${most})) returning 1 as gone`;
}

/** Mails that wait to be sent stay. */
export function oldMails(before: Date, most: number): SQL {
  return sql`delete from mails where mail_id = any(array(
    select mail_id from mails where created_at < ${moment(before)}
      and (sent_at is not null or given_up_at is not null)
    order by created_at limit ${most})) returning 1 as gone`;
}

/** A session itself stays as long as it is valid. */
export function oldAddresses(before: Date, most: number): SQL {
  return sql`update session set "ipAddress" = null, "userAgent" = null where id = any(array(
    select id from session where "updatedAt" < ${moment(before)}
      and ("ipAddress" is not null or "userAgent" is not null) limit ${most})) returning 1 as gone`;
}
