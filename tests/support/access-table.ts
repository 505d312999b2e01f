import { z } from "zod";
import { API_BASE, type Call } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { type AccessRefusal, type Caller, refuseAccess, type Who } from "#domain/access/access.ts";
import { OTHER_ROUTES, type OtherRoute } from "#server/http/other-routes.ts";

const ANONYMOUS: Caller = {
  isSignedIn: false,
  lacksFactor: false,
  userProfileId: null,
  adminRole: null,
  activeOrganizationId: null,
  isOrganizationVerified: false,
  isOrganizationDeactivated: false,
  permissionType: null,
  decisionsHeldUntil: null,
};
const WRITER: Caller = {
  isSignedIn: true,
  lacksFactor: false,
  userProfileId: "person",
  adminRole: null,
  activeOrganizationId: "organization",
  isOrganizationVerified: true,
  isOrganizationDeactivated: false,
  permissionType: "write",
  decisionsHeldUntil: null,
};

const ADMIN = { ...ANONYMOUS, isSignedIn: true, userProfileId: "person" };

/** The caller of each column, as the policy sees them. The last writer requests another organization's records. */
export const COLUMNS = {
  anonymous: ANONYMOUS,
  "expired or forged token": ANONYMOUS,
  "no profile": { ...ANONYMOUS, isSignedIn: true },
  "member of nothing": { ...ANONYMOUS, isSignedIn: true, userProfileId: "person" },
  "no required factor": { ...WRITER, lacksFactor: true },
  "unverified organization": { ...WRITER, isOrganizationVerified: false },
  reader: { ...WRITER, permissionType: "read" },
  writer: WRITER,
  "writer with a role": { ...WRITER, adminRole: "viewer" },
  "another organization's writer": WRITER,
  viewer: { ...ADMIN, adminRole: "viewer" },
  editor: { ...ADMIN, adminRole: "editor" },
  owner: { ...ADMIN, adminRole: "owner" },
} as const satisfies Record<string, Caller>;
export type Column = keyof typeof COLUMNS;

/** The answer to a call: its status, the reason of a refusal, and how many rows a success has. */
export type Outcome = { status: number; reason?: AccessRefusal; rows?: "none" | "own" };

/** The answer to a call that the policy gives the caller of this column. */
export function outcomeOf(call: Call, column: Column): Outcome {
  const caller: Caller = COLUMNS[column];
  // Signing for an organization demands inside what a signatory's call demands first.
  const isSignatory = call === CALLS.signGeneralDocument && column === "writer with a role";
  const refused = refusalOf(isSignatory ? "signatory" : call.who, caller);
  if (refused) return refused;
  if (call.reach === "everybody" || call.reach === "every-organization") return { status: 200 };
  const isStranger = column === "another organization's writer";
  const isPublic = call.who === "public";
  if (isPublic && refuseAccess("member", caller)) return { status: 200, rows: "none" };
  if (!isStranger && (call.reach === "person" || caller.activeOrganizationId !== null))
    return { status: 200 };
  if (namesRecord(call) && !isPublic) return { status: 404 };
  return { status: 200, rows: isStranger ? "own" : "none" };
}

/** The answer of a route outside the contract to the caller of this column, who has only their token. */
export function outcomeOfOther({ opensWith }: OtherRoute, column: Column): Outcome {
  if ("without" in opensWith) return { status: opensWith.without };
  return refusalOf(opensWith.who, COLUMNS[column]) ?? { status: 200 };
}

function refusalOf(who: Who, caller: Caller): Outcome | null {
  const reason = refuseAccess(who, caller);
  if (reason === null) return null;
  return { status: reason === "unauthenticated" ? 401 : 403, reason };
}

/** Whether a call names its record, so that another organization's record can be requested. */
export function namesRecord(call: Call): boolean {
  if (call.path.includes("{")) return true;
  if (call.body instanceof z.ZodUndefined) return false;
  // The id of a client at an issuer, and of a request, is no record's.
  return /"(?!clientId|requestId)\w*Ids?":/.test(JSON.stringify(z.toJSONSchema(call.body, { io: "input" })));
}

const HEAD = `# Who may make which call

\`npm run access-table\` writes this page from the contract (\`src/contract/\`) and the policy
(\`src/domain/access/access.ts\`); do not edit it. \`npm test\` compares it with the code, and asks a running server for
every cell.

Every call reads its caller from the database again: a person who signs out or is removed from an organization is
refused from the next call on, whatever their token says. The server does not start with a route that is neither on this
page nor a file of the browser's part.

| Cell | Answer |
|---|---|
| 200 | The records of the caller or of their organization |
| 200, own rows | Only the caller's own rows |
| 200, no rows | An empty list |
| 400 | The key in the second column is missing or wrong |
| 401 | The caller is not signed in, or the key in the second column is missing or wrong |
| 403 | \`no-profile\`, \`factor-required\`, \`no-organization\`, \`unverified\`, \`deactivated\`, \`read-only\`, \`works-for-company\`, \`not-admin\`, \`not-editor\` or \`not-owner\`, as \`details.reason\` says; for a file, the link is not valid |
| 404 | The record does not exist, is not theirs or is not shared; all get the same answer |

A former member belongs to an organization that is active, or that was and was deactivated. Members of a deactivated one
read what it accepted and its invoices by these calls; every other call of members answers 403 \`deactivated\`.

Viewer, editor and owner are the roles of the company's own people, here without a permission in any organization. A
writer with a role is a viewer too: both can no longer be granted together, and such a person decides for no client (decision 52). The
callers of the last four columns, and callers without an organization, ask for records of another organization; all
others ask for their own. A call can refuse for further reasons, such as the last writer or a decided document;
\`docs/api-access.md\` lists them.
`;

/** The text of tests/api/access-table.md. */
export function makeAccessTable(): string {
  const nameOf = (call: Call) => `${call.path} ${call.method}`;
  const calls = Object.values(CALLS).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const callRows = calls.map((call) => [
    `\`${call.method} ${call.path}\``,
    call.who,
    ...columns().map((column) => cellOf(outcomeOf(call, column))),
  ]);
  const otherRows = OTHER_ROUTES.map((route) => [
    `\`${route.method} ${route.path}\``,
    "who" in route.opensWith ? route.opensWith.who : route.opensWith.key,
    ...columns().map((column) => cellOf(outcomeOfOther(route, column))),
  ]);
  return [
    HEAD,
    `## The calls\n\nBelow \`${API_BASE}/\`.\n`,
    tableOf(["Call", "Who", ...columns()], callRows),
    "\n## Other routes\n",
    "The cells show the answer to a request with the caller's token and no other key.\n",
    tableOf(["Route", "Opened by", ...columns()], otherRows),
    "",
  ].join("\n");
}

export function columns(): Column[] {
  return Object.keys(COLUMNS) as Column[];
}

function cellOf({ status, reason, rows }: Outcome): string {
  if (rows) return `${status}, ${rows === "own" ? "own rows" : "no rows"}`;
  return reason && status === 403 ? `${status} ${reason}` : String(status);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
