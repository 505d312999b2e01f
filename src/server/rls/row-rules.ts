import type { ScopeRole } from "../db/roles.ts";
import { COMPANY_LIMIT } from "./scope.ts";

type Command = "select" | "insert" | "update" | "delete" | "all";

/** Which roles may use a command on which rows of a table. Everything else is refused. */
export type Rule = {
  command: Command;
  roles: readonly ScopeRole[];
  /** A SQL condition on the rows. */
  rows: string;
  /** The columns that may be changed; all by default. */
  columns?: readonly string[] | undefined;
  /** The rows may be locked but not changed. */
  isLock?: true;
};

/** A setting of the running transaction (in-scope.ts), evaluated once per statement; null if it is not set. */
export const setting = (name: string) => `(select nullif(current_setting('app.${name}', true), ''))`;

export const OF_ORGANIZATION = `organization_id = ${setting("organization_id")}`;
export const OF_PERSON = `user_profile_id = ${setting("user_profile_id")}`;
export const OF_THEIR_ORGANIZATIONS = "organization_id in (select counterpart_organizations_of_person())";
/** Of a session that an issuer made, the rows of the issuer's side alone. Others have no organization. */
export const WITHIN_LIMIT = `(${setting("limited_to")} is null or coalesce(organization_id, '${COMPANY_LIMIT}') = ${setting("limited_to")})`;
export const EVERY_ROW = "true";

export const MEMBER_ROLES = ["member", "writer"] as const;
export const SIGNED_IN_ROLES = ["person", "member", "writer"] as const;
export const CLIENT_ROLES = ["visitor", "person", "member", "writer"] as const;

export const see = (roles: readonly ScopeRole[], rows: string): Rule => ({ command: "select", roles, rows });
export const add = (roles: readonly ScopeRole[], rows: string): Rule => ({ command: "insert", roles, rows });
export const remove = (roles: readonly ScopeRole[], rows: string): Rule => ({
  command: "delete",
  roles,
  rows,
});
export const change = (roles: readonly ScopeRole[], rows: string, columns?: readonly string[]): Rule => ({
  command: "update",
  roles,
  rows,
  columns,
});
export const lock = (roles: readonly ScopeRole[], rows: string, column: string): Rule => ({
  ...change(roles, rows, [column]),
  isLock: true,
});

/** The company's own people and the portal itself reach every organization; the worker only reads them. */
export const COMPANY: readonly Rule[] = [
  { command: "all", roles: ["admin", "portal"], rows: EVERY_ROW },
  see(["worker"], EVERY_ROW),
];

/** Everybody who sees a record sees its parts. */
export const partOf = (parent: string, key: string, own = key) =>
  `exists (select from ${parent} as parent where parent.${key} = ${own})`;

/** The rules of tables by their names. */
export type RowRules = Readonly<Record<string, readonly Rule[]>>;

/** Sign-in, its limits and the queue, for sessions without a scope, and for the portal when it creates sign-ins. */
export const SIGN_IN_TABLES = [
  "user",
  "session",
  "account",
  "verification",
  "jwks",
  "second_factors",
  "passkeys",
  "issuers",
  "linked_identities",
  "rate_limits",
  "job_workers",
] as const;
