import type { Asked } from "../db/ask-together.ts";
import { APP_ROLE, roleName, type ScopeRole } from "../db/roles.ts";
import { LOCK_WAIT_MS, type Scope, settingsOf, waitsForLocks } from "./scope.ts";

/** Scopes of people who have signed in. */
export type CallerRole = Extract<ScopeRole, "person" | "member" | "writer" | "admin">;
export type CallerScope = Extract<Scope, { role: CallerRole }>;

/** A session that somebody speaks with, and the moment. */
export type Speaker = { sessionId: string; authUserId: string; at: Date };

/** Who takes on a role, in the words of counterpart_caller. Everybody else keeps the role that sees no record. */
const MAY_ENTER: Record<CallerRole, string> = {
  person: `caller."authUserId" is not null`,
  member: `caller."organizationPermissionId" is not null`,
  writer: `caller."permissionType" = 'write'`,
  admin: `caller."adminRole" is not null`,
};

/** The settings of each scope, and the facts of the caller that they hold. */
const OF_PERSON = [["user_profile_id", "userProfileId"]] as const;
const OF_MEMBER = [...OF_PERSON, ["organization_id", "activeOrganizationId"]] as const;
type Settings = typeof OF_PERSON | typeof OF_MEMBER;
const SETTINGS: Record<CallerRole, Settings> = {
  person: OF_PERSON,
  member: OF_MEMBER,
  writer: OF_MEMBER,
  admin: OF_PERSON,
};

const READING = `set_config('transaction_read_only', 'on', true), set_config('lock_timeout', '${LOCK_WAIT_MS}', true)`;

const ENTER = byRole(
  (role, settings) => `
  select caller.*, ${READING},
    set_config('role', case when ${MAY_ENTER[role]} then '${roleName(role)}' else '${APP_ROLE}' end, true), ${settings
      .map(([name, fact]) => `set_config('app.${name}', coalesce(caller."${fact}", ''), true)`)
      .join(", ")}
  from (select) as one left join counterpart_caller($1, $2, $3) as caller on true`,
);

const STAY = byRole(
  (role, settings) => `
  select ${READING}, set_config('role', '${roleName(role)}', true), ${settings
    .map(([name], index) => `set_config('app.${name}', $${index + 1}, true)`)
    .join(", ")}`,
);

const CONFIRM = "select * from counterpart_caller($1, $2, $3)";

/**
 * Begins a message of a caller who reads: asks who speaks with the session now, and takes on their scope as the
 * database knows it, whatever the portal believes.
 */
export function enterAs({ role }: CallerScope, speaker: Speaker): Asked {
  return { name: `enter_${role}`, text: ENTER[role], values: valuesOf(speaker), rowMode: "array" };
}

/** Begins a later message of a caller whom an earlier one has confirmed. */
export function stayAs(scope: CallerScope): Asked {
  const settings = settingsOf(scope);
  const values = SETTINGS[scope.role].map(([name]) => settings[name] ?? "");
  return { name: `stay_${scope.role}`, text: STAY[scope.role], values, rowMode: "array" };
}

/** Begins a message of one statement, in any scope. */
export function enter(scope: Scope): Asked {
  const settings = Object.entries(settingsOf(scope));
  const parts = [
    ...(waitsForLocks(scope) ? [] : [`set_config('lock_timeout', '${LOCK_WAIT_MS}', true)`]),
    `set_config('role', '${roleName(scope.role)}', true)`,
    ...settings.map(([name], place) => `set_config('app.${name}', $${place + 1}, true)`),
  ];
  const name = ["alone", scope.role, ...settings.map(([one]) => one)].join("_");
  const values = settings.map(([, value]) => value);
  return { name, text: `select ${parts.join(", ")}`, values, rowMode: "array" };
}

/** Only asks who speaks with the session now. */
export function whoSpeaks(speaker: Speaker): Asked {
  return { name: "who_speaks", text: CONFIRM, values: valuesOf(speaker), rowMode: "array" };
}

function valuesOf({ sessionId, authUserId, at }: Speaker): string[] {
  return [sessionId, authUserId, at.toISOString()];
}

function byRole(text: (role: CallerRole, settings: Settings) => string): Record<CallerRole, string> {
  const roles = Object.keys(SETTINGS) as CallerRole[];
  return Object.fromEntries(roles.map((role) => [role, text(role, SETTINGS[role])])) as Record<
    CallerRole,
    string
  >;
}
