import { BLOCK_HOURS } from "#domain/access/two-sides.ts";
import { MAX_SESSION_DAYS } from "#domain/account/sign-in.ts";
import { APP_ROLE, roleName, SCOPE_ROLES } from "../db/roles.ts";
import { COMPANY_LIMIT } from "./scope.ts";

// Functions with the rights of the tables' owner. Each returns the data of one person, one invitation, or ends of chains.

/** The columns of a caller, as `access/` reads them. */
const CALLER_COLUMNS = `"authUserId" text, "userProfileId" text, "firstName" text, "lastName" text, email text,
  "adminRole" text, "activeOrganizationId" text, "organizationPermissionId" text, "permissionType" text,
  "organizationName" text, status text, "isDeactivated" boolean, "lacksFactor" boolean,
  "limitedTo" text`;

/** The issuer that made a session. A session of an organization's issuer acts for this organization alone, one of the company's for none. */
const ISSUER_OF_SESSION = `
    left join linked_identities as link on link.linked_identity_id = held."linkedIdentityId"
    left join issuers as issuer on issuer.issuer_id = link.issuer_id`;
const ACTIVE_ORGANIZATION =
  "case when issuer.issuer_id is null then profile.active_organization_id else issuer.organization_id end";
const LIMITED_TO = `case when issuer.issuer_id is not null then coalesce(issuer.organization_id, '${COMPANY_LIMIT}') end`;

/** The organizations of the transaction's person. A policy that queried the table itself would recurse. */
const ORGANIZATIONS_OF_PERSON = `
create or replace function counterpart_organizations_of_person() returns setof text
language plpgsql stable security definer set search_path = public, pg_temp rows 10 as $$
begin
  return query select organization_id from organization_permissions
    where user_id = nullif(current_setting('app.user_profile_id', true), '')
      and organization_id = coalesce(nullif(current_setting('app.limited_to', true), ''), organization_id);
end $$`;

/** Whether the company or one of a person's organizations requires a second factor. */
const REQUIRES_FACTOR = `
create or replace function counterpart_requires_factor(user_profile_id text, admin_role text) returns boolean
language sql stable as $$
  select admin_role is not null and exists (select from settings where requires_factor)
    or exists (select from organization_permissions as permission
      join organizations as organization on organization.organization_id = permission.organization_id
      where permission.user_id = counterpart_requires_factor.user_profile_id and organization.requires_factor)
$$`;

/** Whether someone needs a second factor and has none. For the two functions below, and for the portal. */
const LACKS_FACTOR = `
create or replace function counterpart_lacks_factor(auth_user_id text) returns boolean language sql stable as $$
  select not exists (select from second_factors as factor where factor.user_id = auth_user_id)
    and not exists (select from passkeys as passkey where passkey.user_id = auth_user_id)
    and exists (select from user_profiles as profile where profile.auth_user_id = counterpart_lacks_factor.auth_user_id
      and counterpart_requires_factor(profile.user_profile_id, profile.admin_role))
$$`;

/** The company's issuer that alone signs a person in; null: a password or passkey does (identity/required-issuer.ts). */
const REQUIRED_ISSUER = `
create or replace function counterpart_required_issuer(auth_user_id text) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select issuer.issuer_id from issuers as issuer
    where issuer.organization_id is null and issuer.required_since is not null
      and exists (select from user_profiles as profile
        where profile.auth_user_id = counterpart_required_issuer.auth_user_id and profile.admin_role is not null)
$$`;

/** The person of a session, before a scope exists: access/read-person.ts. Reads factors only if one is required. */
const CALLER = `
create function counterpart_caller(session_id text, auth_user_id text, at timestamptz) returns table (${CALLER_COLUMNS})
language plpgsql stable security definer set search_path = public, pg_temp rows 1 as $$
begin
  select held."userId", profile.user_profile_id, profile.first_name, profile.last_name, profile.email,
      case when issuer.organization_id is null then profile.admin_role end, ${ACTIVE_ORGANIZATION}, permission.organization_permission_id, permission.permission_type,
      organization.organization_name, organization.status, organization.deactivated_at is not null,
      counterpart_requires_factor(profile.user_profile_id, profile.admin_role), ${LIMITED_TO}
    into "authUserId", "userProfileId", "firstName", "lastName", email, "adminRole", "activeOrganizationId",
      "organizationPermissionId", "permissionType", "organizationName", status, "isDeactivated", "lacksFactor", "limitedTo"
    from session as held${ISSUER_OF_SESSION}
    left join user_profiles as profile on profile.auth_user_id = held."userId"
    left join organization_permissions as permission
      on permission.user_id = profile.user_profile_id
      and permission.organization_id = ${ACTIVE_ORGANIZATION}
    left join organizations as organization on organization.organization_id = permission.organization_id
    where held.id = counterpart_caller.session_id
      and held."userId" = counterpart_caller.auth_user_id
      and held."expiresAt" > counterpart_caller.at;
  if not found then return; end if;
  if "lacksFactor" then "lacksFactor" := counterpart_lacks_factor("authUserId"); end if;
  return next;
end $$`;

/**
 * Whether a caller still may make a call, inside the transaction of their change: locks first, then reads
 * (access/confirm-caller.ts). Deciding for an organization locks the profile, so that a role or a change of the sign-in
 * comes entirely before or after the decision.
 */
const CONFIRM_CALLER = `
create function counterpart_confirm_caller(
  session_id text, auth_user_id text, permission_id text, is_admin boolean, decides_for text, at timestamptz)
returns table (${CALLER_COLUMNS}, "confirmsAcceptance" boolean, "madeWith" text, "decisionsHeldUntil" timestamptz,
  "issuerRecordId" text)
language plpgsql volatile security definer set search_path = public, pg_temp rows 1 as $$
begin
  if is_admin or decides_for is not null then
    perform from user_profiles as profile
      where profile.auth_user_id = counterpart_confirm_caller.auth_user_id for share;
  end if;
  if permission_id is null and decides_for is not null then
    select permission.organization_permission_id into permission_id from organization_permissions as permission
      join user_profiles as profile on profile.user_profile_id = permission.user_id
      where profile.auth_user_id = counterpart_confirm_caller.auth_user_id
        and permission.organization_id = decides_for;
  end if;
  perform from organization_permissions as permission
    join organizations as organization on organization.organization_id = permission.organization_id
    where permission.organization_permission_id = counterpart_confirm_caller.permission_id for share;
  perform from session as held where held.id = counterpart_confirm_caller.session_id for key share;
  return query select
      held."userId", profile.user_profile_id, profile.first_name, profile.last_name, profile.email, profile.admin_role,
      profile.active_organization_id, permission.organization_permission_id, permission.permission_type,
      organization.organization_name, organization.status, organization.deactivated_at is not null,
      counterpart_requires_factor(profile.user_profile_id, profile.admin_role)
        and counterpart_lacks_factor(held."userId"),
      ${LIMITED_TO},
      coalesce(organization.confirms_acceptance, false) or exists (select from settings where confirms_acceptance),
      held."madeWith",
      case when decides_for is not null
        then counterpart_decisions_held_until(profile.user_profile_id, decides_for, at) end,
      issuer.access_record_id
    from session as held${ISSUER_OF_SESSION}
    left join user_profiles as profile on profile.auth_user_id = held."userId"
    left join organization_permissions as permission
      on permission.user_id = profile.user_profile_id
      and permission.organization_permission_id = counterpart_confirm_caller.permission_id
      and (issuer.issuer_id is null or permission.organization_id = issuer.organization_id)
    left join organizations as organization on organization.organization_id = permission.organization_id
    where held.id = counterpart_confirm_caller.session_id
      and held."userId" = counterpart_confirm_caller.auth_user_id
      and held."expiresAt" > counterpart_confirm_caller.at;
end $$`;

/**
 * Until when a person cannot decide for an organization, or null. The newest change of their sign-in by the company
 * counts, in whichever organization it is recorded: new access shortens nothing. Only a later lift ends it, for its
 * organization. Ids of records are in the order of their creation.
 */
const DECISIONS_HELD_UNTIL = `
create or replace function counterpart_decisions_held_until(user_profile_id text, organization_id text, at timestamptz)
returns timestamptz language sql stable security definer set search_path = public, pg_temp as $$
  select changed.at + interval '${BLOCK_HOURS} hours' from access_records as changed
    where changed.user_profile_id = counterpart_decisions_held_until.user_profile_id
      and changed.kind in ('change-email', 'reset-factor') and changed.actor_side in ('company', 'operator')
      and changed.at > counterpart_decisions_held_until.at - interval '${BLOCK_HOURS} hours'
      and not exists (select from access_records as lifted
        where lifted.user_profile_id = changed.user_profile_id and lifted.kind = 'lift-hold'
          and lifted.organization_id = counterpart_decisions_held_until.organization_id
          and lifted.access_record_id > changed.access_record_id)
    order by changed.at desc limit 1
$$`;

/** The invitation of a token's hash, for its holder: invitations/queries.ts. */
const INVITATION = `
create function counterpart_invitation(token_hash text) returns table (
  email text, "firstName" text, "lastName" text, "adminRole" text, "organizationName" text, "permissionType" text,
  "invitedByName" text, "expiresAt" timestamptz, "usedAt" timestamptz, "endedAt" timestamptz,
  "hasAccount" boolean, "isAlreadyIn" boolean, "heldRole" text, "isMember" boolean, "linkBrowser" text,
  "isKnownByLink" boolean, "isInactive" boolean, "issuerId" text, "issuerName" text)
language plpgsql stable security definer set search_path = public, pg_temp rows 1 as $$
begin
  return query select
      invitation.email, coalesce(profile.first_name, invitation.first_name),
      coalesce(profile.last_name, invitation.last_name), invitation.admin_role, organization.organization_name,
      invitation.permission_type, nullif(trim(concat(inviter.first_name, ' ', inviter.last_name)), ''),
      invitation.expires_at, invitation.used_at, invitation.ended_at,
      exists (select from "user" as known
        join account as credential on credential."userId" = known.id and credential.password is not null
        where lower(known.email) = lower(invitation.email) or known.id = profile.auth_user_id),
      coalesce(case when invitation.organization_id is null then profile.admin_role is not null
        else exists (select from organization_permissions as permission
          where permission.user_id = profile.user_profile_id
            and permission.organization_id = invitation.organization_id) end, false),
      profile.admin_role,
      exists (select from organization_permissions as permission where permission.user_id = profile.user_profile_id),
      link.browser_hash,
      link.token_hash is not null and (profile.user_profile_id is not null
        or exists (select from "user" as known where lower(known.email) = lower(invitation.email))),
      link.token_hash is not null and organization.status is distinct from 'ACTIVE',
      required.issuer_id, required.name
    from invitations as invitation
    left join user_profiles as profile on lower(profile.email) = lower(invitation.email)
    left join user_profiles as inviter on inviter.user_profile_id = invitation.invited_by_user_profile_id
    left join organizations as organization on organization.organization_id = invitation.organization_id
    left join document_recipients as link on link.token_hash = counterpart_invitation.token_hash
    left join issuers as required on required.organization_id is null and required.required_since is not null
      and invitation.organization_id is null
    where invitation.token_hash = counterpart_invitation.token_hash or invitation.invitation_id = link.invitation_id;
end $$`;

/** Stores the time of a sign-in, and the time zone of its browser if it names one: identity/create-identity.ts. */
const NOTE_SIGN_IN = `
create function counterpart_note_sign_in(auth_user_id text, at timestamptz, zone text) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update user_profiles as profile set last_signed_in_at = counterpart_note_sign_in.at,
      time_zone = coalesce(counterpart_note_sign_in.zone, profile.time_zone)
    where profile.auth_user_id = counterpart_note_sign_in.auth_user_id;
end $$`;

/** The last event of each chain, for callers who may not see it: evidence/append-evidence.ts. */
const LAST_EVIDENCE = `
create or replace function counterpart_last_evidence(chains text[]) returns table (chain text, "position" integer, head text)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select last.* from unnest(chains) as requested (chain)
    cross join lateral (
      select event.chain::text, event.position, event.head::text from evidence_events as event
      where event.chain = requested.chain order by event.position desc limit 1) as last;
end $$`;

/** Whether events of a chain are gone, which every reader of its documents is shown: evidence/read-evidence.ts. */
const LACKS_EVIDENCE = `
create or replace function counterpart_lacks_evidence(chain text) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from evidence_heads as head where head.chain = counterpart_lacks_evidence.chain
    and head.position > (select count(*) from evidence_events as event where event.chain = head.chain));
end $$`;

/** Ends old sessions, which the library extends at each use. */
const END_OLD_SESSIONS = `
create or replace function counterpart_end_old_sessions() returns trigger language plpgsql as $$
begin
  new."expiresAt" := least(new."expiresAt", new."createdAt" + interval '${MAX_SESSION_DAYS} days');
  return new;
end $$`;

const EVERY_SCOPE = SCOPE_ROLES.map(roleName).join(", ");

export const FUNCTIONS: readonly string[] = [
  ORGANIZATIONS_OF_PERSON,
  REQUIRES_FACTOR,
  LACKS_FACTOR,
  REQUIRED_ISSUER,
  DECISIONS_HELD_UNTIL,
  "drop function if exists counterpart_caller",
  CALLER,
  "drop function if exists counterpart_confirm_caller",
  CONFIRM_CALLER,
  "drop function if exists counterpart_invitation",
  INVITATION,
  "drop function if exists counterpart_note_sign_in",
  NOTE_SIGN_IN,
  LAST_EVIDENCE,
  LACKS_EVIDENCE,
  END_OLD_SESSIONS,
  "drop trigger if exists counterpart_end_old on session",
  "create trigger counterpart_end_old before update on session for each row execute function counterpart_end_old_sessions()",
  "revoke all on function counterpart_note_sign_in from public",
  `grant execute on function counterpart_note_sign_in to ${APP_ROLE}`,
  "revoke all on function counterpart_organizations_of_person, counterpart_caller, counterpart_confirm_caller, counterpart_invitation from public",
  `grant execute on function counterpart_organizations_of_person to ${roleName("person")}, ${roleName("portal")}`,
  `grant execute on function counterpart_invitation to ${roleName("visitor")}, ${roleName("portal")}`,
  `grant execute on function counterpart_caller to ${APP_ROLE}`,
  "revoke all on function counterpart_required_issuer from public",
  `grant execute on function counterpart_required_issuer to ${APP_ROLE}, ${roleName("portal")}`,
  "revoke all on function counterpart_last_evidence, counterpart_lacks_evidence from public",
  `grant execute on function counterpart_last_evidence, counterpart_lacks_evidence to ${EVERY_SCOPE}`,
  "revoke all on function counterpart_decisions_held_until from public",
  `grant execute on function counterpart_decisions_held_until to ${EVERY_SCOPE}`,
  `grant execute on function counterpart_confirm_caller to ${EVERY_SCOPE}`,
];
