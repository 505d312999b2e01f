import type { LiveEvent } from "#contract/live.ts";

/** The channel of the live events of all processes. */
export const LIVE_CHANNEL = "counterpart_live";

const EVENT: Pick<LiveEvent, "kind"> = { kind: "session" };

/**
 * Whatever ends a session, also on the command line: the person's live streams check at once whether they may go on, and
 * identity tokens that their issuer made before open no new session.
 */
const REPORT_ENDED = `
create or replace function counterpart_report_ended_sessions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('${LIVE_CHANNEL}', json_build_object(
    'audience', json_build_object('person', person.user_profile_id),
    'event', json_build_object('kind', '${EVENT.kind}', 'id', person.user_profile_id))::text)
  from user_profiles as person where person.auth_user_id in (select "userId" from ended);
  update linked_identities set tokens_from = now() where linked_identity_id in
    (select "linkedIdentityId" from ended where "linkedIdentityId" is not null and "expiresAt" > now());
  return null;
end $$`;

export const SESSION_TRIGGER: readonly string[] = [
  REPORT_ENDED,
  "revoke all on function counterpart_report_ended_sessions from public",
  `create trigger counterpart_report_ended_sessions after delete on "session"
    referencing old table as ended for each statement execute function counterpart_report_ended_sessions()`,
];
