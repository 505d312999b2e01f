import { hash } from "node:crypto";
import type { OwnerConnection } from "../db/database.ts";
import { APP_ROLE, ALL_ROLES as ROLES, roleName, SCOPE_ROLES } from "../db/roles.ts";
import { type Counted, countTriggers } from "../lists/count-triggers.ts";
import { findFunctions, type KindSource } from "./find-functions.ts";
import { FUNCTIONS } from "./functions.ts";
import { PROTECT_OPENINGS, PROTECT_RECORDS } from "./protect-records.ts";
import { RAISE_VERSIONS } from "./raise-versions.ts";
import {
  EVERY_ROW,
  MEMBER_ROLES,
  OF_ORGANIZATION,
  type RowRules,
  type Rule,
  SIGN_IN_TABLES,
  see,
} from "./row-rules.ts";
import { SESSION_TRIGGER } from "./session-trigger.ts";
import { WORK_TRIGGERS } from "./work-triggers.ts";

const PORTAL = roleName("portal");
const ALL_ROLES = ROLES.join(", ");
/** The comment on this function has the digest of the installed statements. */
const COMMENTED = "counterpart_organizations_of_person()";

/** Triggers store the counts with their owner's rights. Clients see those of the lists that they see. */
export const COUNT_RULES: RowRules = {
  list_counts: [
    see(MEMBER_ROLES, `list like 'shown %' and ${OF_ORGANIZATION}`),
    see(["admin", "portal", "worker"], EVERY_ROW),
  ],
};

/** All statements that install row-level security on a database without policies. */
export type RlsStatements = readonly string[];

type RlsDeclarations = {
  rows: RowRules;
  counted: Readonly<Record<string, Counted>>;
  ofOrganization: readonly KindSource[];
  ofCompany: readonly KindSource[];
};

export function createRls({ rows, counted, ofOrganization, ofCompany }: RlsDeclarations): RlsStatements {
  return [
    ...REVOKE_ALL,
    ...FUNCTIONS,
    ...findFunctions(ofOrganization, ofCompany),
    ...guardTables(rows),
    ...GUARD_QUEUE,
    ...PROTECT_RECORDS,
    ...PROTECT_OPENINGS,
    ...RAISE_VERSIONS,
    ...WORK_TRIGGERS,
    ...SESSION_TRIGGER,
    ...countTriggers(counted),
  ];
}

/** The digest of the statements for a database with these migrations. */
export function rlsDigest(rls: RlsStatements, migrations: readonly string[]): string {
  return hash("sha256", [...rls, ...migrations].join("\n"));
}

/** Whether these statements are installed, and no right or policy was changed since. */
export async function isRlsInstalled(owner: OwnerConnection, digest: string): Promise<boolean> {
  const { rows } = await owner.query<{ note: string | null }>(
    `select obj_description(to_regprocedure('${COMMENTED}')) as note`,
  );
  return rows[0]?.note === `${digest} ${await digestOfCatalogue(owner)}`;
}

/**
 * Drops all policies, because PostgreSQL cannot change a column that a policy uses, and all triggers, because
 * migrations may change records. Without policies only the owner sees a row.
 */
export async function dropRls(owner: OwnerConnection): Promise<void> {
  const { rows } = await owner.query<{ drop: string }>(
    `select format('drop policy %I on %I', policyname, tablename) as drop
     from pg_policies where schemaname = 'public'
     union all select format('drop trigger %I on %s', tgname, tgrelid::regclass)
     from pg_trigger where tgname like 'counterpart\\_%'`,
  );
  await owner.query(rows.map((row) => row.drop).join(";"));
}

/** Gives every table its rights and policies, in the caller's transaction. */
export async function installRls(owner: OwnerConnection, rls: RlsStatements, digest: string): Promise<void> {
  await owner.query(rls.join(";\n"));
  await owner.query(`comment on function ${COMMENTED} is '${digest} ${await digestOfCatalogue(owner)}'`);
}

/** A digest of all current rights, policies and triggers. */
async function digestOfCatalogue(owner: OwnerConnection): Promise<string> {
  const { rows } = await owner.query<{ digest: string }>(`
    select md5(concat(
      (select string_agg(concat_ws(' ', oid, relrowsecurity, relforcerowsecurity, relacl), ',' order by oid)
        from pg_class where relkind in ('r', 'p', 'v')
          and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)),
      (select string_agg(concat_ws(' ', attrelid, attname, attacl), ',' order by attrelid, attnum)
        from pg_attribute where attacl is not null),
      (select string_agg(pg_policies::text, ',' order by tablename, policyname) from pg_policies),
      (select string_agg(concat_ws(' ', tgrelid, tgname, tgenabled), ',' order by tgrelid, tgname)
        from pg_trigger where not tgisinternal),
      (select string_agg(concat_ws(' ', oid, md5(prosrc), proacl), ',' order by oid)
        from pg_proc where proname like 'counterpart%'))) as digest`);
  return rows[0]?.digest ?? "";
}

const REVOKE_ALL = [
  `revoke all on all tables in schema public from public, ${ALL_ROLES}`,
  // Rights on single columns survive a REVOKE on the whole table.
  `do $$ declare granted record; begin
    for granted in select attrelid::regclass as name, attname from pg_attribute
      where attacl is not null and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    loop
      execute format('revoke all (%I) on %s from ${ALL_ROLES}', granted.attname, granted.name);
    end loop; end $$`,
  `grant usage on schema public to ${ALL_ROLES}`,
];

function guardTables(ruled: RowRules): string[] {
  const guarded = Object.entries(ruled).flatMap(([table, rules]) => [
    `alter table ${table} enable row level security`,
    // The owner migrates all rows while the policies are down, and pg_dump refuses tables with policies for the owner.
    `alter table ${table} no force row level security`,
    ...rules.flatMap((rule) => [policyFor(table, rule), grantFor(table, rule)]),
  ]);
  const ofSignIn = SIGN_IN_TABLES.map((table) => `grant all on "${table}" to ${APP_ROLE}, ${PORTAL}`);
  return [...guarded, ...ofSignIn];
}

function policyFor(table: string, { command, roles, rows, isLock }: Rule): string {
  const name = `${roles.join(" ")} ${isLock ? "lock" : command}`;
  const to = roles.map(roleName).join(", ");
  const before = command === "insert" ? "" : ` using (${rows})`;
  const isCheckNeeded = command !== "select" && command !== "delete";
  const after = isCheckNeeded ? ` with check (${isLock ? "false" : rows})` : "";
  return `create policy "${name}" on ${table} for ${command} to ${to}${before}${after}`;
}

function grantFor(table: string, { command, roles, columns }: Rule): string {
  const named = columns ? ` (${columns.join(", ")})` : "";
  const rights = command === "all" ? "select, insert, update, delete" : `${command}${named}`;
  return `grant ${rights} on ${table} to ${roles.map(roleName).join(", ")}`;
}

const EVERY_SCOPE = SCOPE_ROLES.map(roleName).join(", ");
/** Every scope may add jobs. Only sessions without a scope, such as the queue's own, can read them. */
const GUARD_QUEUE = [
  `grant usage on schema pgboss to ${ALL_ROLES}`,
  `grant all on all tables in schema pgboss to ${APP_ROLE}`,
  `grant all on all sequences in schema pgboss to ${APP_ROLE}`,
  `grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to ${EVERY_SCOPE}`,
  `grant select on pgboss.queue to ${EVERY_SCOPE}`,
];
