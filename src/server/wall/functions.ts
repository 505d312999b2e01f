import { APP_ROLE, roleName, SCOPE_ROLES } from "./roles.ts";

// These functions run with the rights of the tables' owner, and return the data of one person only.

/** The organizations of the transaction's person. A policy that queried the table itself would recurse. */
const ORGANIZATIONS_OF_PERSON = `
create or replace function counterpart_organizations_of_person() returns setof text
language plpgsql stable security definer set search_path = public, pg_temp rows 10 as $$
begin
  return query select organization_id from organization_permissions
    where user_id = nullif(current_setting('app.user_profile_id', true), '');
end $$`;

/** The person of a session, before a scope exists: access/read-person.ts. */
const CALLER = `
create function counterpart_caller(session_id text, auth_user_id text, at timestamptz) returns table (
  "authUserId" text, "userProfileId" text, "firstName" text, "lastName" text, email text, "adminRole" text,
  "activeOrganizationId" text, "organizationPermissionId" text, "permissionType" text,
  "organizationName" text, status text)
language plpgsql stable security definer set search_path = public, pg_temp rows 1 as $$
begin
  return query select
      held."userId", profile.user_profile_id, profile.first_name, profile.last_name, profile.email, profile.admin_role,
      profile.active_organization_id, permission.organization_permission_id, permission.permission_type,
      organization.organization_name, organization.status
    from session as held
    left join user_profiles as profile on profile.auth_user_id = held."userId"
    left join organization_permissions as permission
      on permission.user_id = profile.user_profile_id
      and permission.organization_id = profile.active_organization_id
    left join organizations as organization on organization.organization_id = permission.organization_id
    where held.id = counterpart_caller.session_id
      and held."userId" = counterpart_caller.auth_user_id
      and held."expiresAt" > counterpart_caller.at;
end $$`;

/**
 * Whether a caller still may make a call, inside the transaction of their change: locks first, then reads
 * (access/confirm-caller.ts).
 */
const CONFIRM_CALLER = `
create function counterpart_confirm_caller(
  session_id text, auth_user_id text, permission_id text, is_admin boolean, at timestamptz) returns table (
  "userProfileId" text, "adminRole" text, "permissionType" text, status text)
language plpgsql volatile security definer set search_path = public, pg_temp rows 1 as $$
begin
  if is_admin then
    perform from user_profiles as profile
      where profile.auth_user_id = counterpart_confirm_caller.auth_user_id for share;
  end if;
  perform from organization_permissions as permission
    join organizations as organization on organization.organization_id = permission.organization_id
    where permission.organization_permission_id = counterpart_confirm_caller.permission_id for share;
  perform from session as held where held.id = counterpart_confirm_caller.session_id for key share;
  return query select
      profile.user_profile_id, profile.admin_role, permission.permission_type, organization.status
    from session as held
    left join user_profiles as profile on profile.auth_user_id = held."userId"
    left join organization_permissions as permission
      on permission.user_id = profile.user_profile_id
      and permission.organization_permission_id = counterpart_confirm_caller.permission_id
    left join organizations as organization on organization.organization_id = permission.organization_id
    where held.id = counterpart_confirm_caller.session_id
      and held."userId" = counterpart_confirm_caller.auth_user_id
      and held."expiresAt" > counterpart_confirm_caller.at;
end $$`;

export const FUNCTIONS: readonly string[] = [
  ORGANIZATIONS_OF_PERSON,
  "drop function if exists counterpart_caller",
  CALLER,
  "drop function if exists counterpart_confirm_caller",
  CONFIRM_CALLER,
  "revoke all on function counterpart_organizations_of_person, counterpart_caller, counterpart_confirm_caller from public",
  `grant execute on function counterpart_organizations_of_person to ${roleName("person")}, ${roleName("portal")}`,
  `grant execute on function counterpart_caller to ${APP_ROLE}`,
  `grant execute on function counterpart_confirm_caller to ${SCOPE_ROLES.map(roleName).join(", ")}`,
];
