import { EVIDENCE } from "#domain/activity/evidence.ts";
import { PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import { conditionText } from "../db/condition-text.ts";
import type { ScopeRole } from "../db/roles.ts";
import { CLIENTS_LISTS } from "../lists/keep-counts.ts";
import {
  documentVisibleToClients,
  invoices,
  invoiceVisibleToClients,
  pageVisibleToClients,
  uniqueDocuments,
} from "../schema/documents.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";

type Command = "select" | "insert" | "update" | "delete" | "all";

/** Which roles may use a command on which rows of a table. Everything else is refused. */
export type Rule = {
  command: Command;
  roles: readonly ScopeRole[];
  /** A SQL condition on the rows. */
  rows: string;
  /** The columns that may be changed; all by default. */
  columns?: readonly string[];
  /** The rows may be locked but not changed. */
  isLock?: true;
};

/** A setting of the running transaction (in-scope.ts), evaluated once per statement; null if it is not set. */
const setting = (name: string) => `(select nullif(current_setting('app.${name}', true), ''))`;

const ORGANIZATION = `organization_id = ${setting("organization_id")}`;
const PERSON = `user_profile_id = ${setting("user_profile_id")}`;
const ORGANIZATIONS_OF_PERSON = "organization_id in (select counterpart_organizations_of_person())";
const EVERY_ROW = "true";
const CHAINS_OF_PERSON = `chain = '${PORTAL_CHAIN}' or chain in (select counterpart_organizations_of_person())`;

const DOCUMENT_VISIBLE = conditionText(uniqueDocuments, documentVisibleToClients);
const PAGE_VISIBLE = conditionText(uniqueDocuments, pageVisibleToClients);
const WORK_ORDER_VISIBLE = conditionText(workOrders, workOrderVisibleToClients);
const INVOICE_VISIBLE = conditionText(invoices, invoiceVisibleToClients);

const MEMBERS = ["member", "writer"] as const;
const SIGNED_IN = ["person", "member", "writer"] as const;
const CLIENTS = ["visitor", "person", "member", "writer"] as const;

const see = (roles: readonly ScopeRole[], rows: string): Rule => ({ command: "select", roles, rows });
const add = (roles: readonly ScopeRole[], rows: string): Rule => ({ command: "insert", roles, rows });
const change = (roles: readonly ScopeRole[], rows: string, columns?: readonly string[]): Rule => ({
  command: "update",
  roles,
  rows,
  ...(columns && { columns }),
});
const remove = (roles: readonly ScopeRole[], rows: string): Rule => ({ command: "delete", roles, rows });
const lock = (roles: readonly ScopeRole[], rows: string, column: string): Rule => ({
  command: "update",
  roles,
  rows,
  columns: [column],
  isLock: true,
});

/** The end of a chain is read, added and moved on by whoever adds evidence. */
const endsOf = (roles: readonly ScopeRole[], rows: string): Rule[] => [
  see(roles, rows),
  add(roles, rows),
  change(roles, rows, ["position", "head"]),
];

/** The company's own people and the portal itself reach every organization; the worker only reads them. */
const COMPANY: readonly Rule[] = [
  { command: "all", roles: ["admin", "portal"], rows: EVERY_ROW },
  see(["worker"], EVERY_ROW),
];

/** Everybody who sees a record sees its parts. */
const partOf = (parent: string, key: string, own = key) =>
  `exists (select from ${parent} as parent where parent.${key} = ${own})`;

const keep = (role: ScopeRole, caller: string): Rule => ({
  command: "all",
  roles: [role],
  rows: `caller ${caller}`,
});

/** The signature that a visitor gives now, or whose mailed token they have. */
const SIGNED_WITH_KEY = `user_profile_id is null and organization_id is null and (signer_hash = ${setting("key")}
  or exists (select from signature_confirmations as confirmation where confirmation.token_hash = ${setting("key")}
    and confirmation.signed_general_document_id = signed_general_documents.signed_general_document_id))`;

/** The rules of every table with business records. No role reaches a table that is missing here. */
export const RULES: Record<string, readonly Rule[]> = {
  organizations: [
    see(MEMBERS, ORGANIZATION),
    lock(MEMBERS, ORGANIZATION, "organization_id"),
    see(["person"], ORGANIZATIONS_OF_PERSON),
    lock(["person"], ORGANIZATIONS_OF_PERSON, "organization_id"),
    ...COMPANY,
  ],
  organization_status_changes: [...COMPANY],
  // The owner of a new email presses a link, and the portal acts for them.
  email_changes: [...COMPANY],
  notes: [...COMPANY],
  announcements: [...COMPANY],
  announcement_organizations: [change(["worker"], EVERY_ROW, ["people"]), ...COMPANY],
  user_profiles: [
    see(SIGNED_IN, `${PERSON} or ${partOf("organization_permissions", "user_id", "user_profile_id")}`),
    // The company's own people, who are mailed about decisions.
    see(["writer"], "admin_role is not null"),
    change(["person"], PERSON, ["first_name", "last_name", "active_organization_id"]),
    lock(MEMBERS, PERSON, "user_profile_id"),
    // Who lifts a hold of decisions locks the person whose sign-in was changed.
    lock(["writer"], partOf("organization_permissions", "user_id", "user_profile_id"), "user_profile_id"),
    ...COMPANY,
  ],
  organization_permissions: [
    see(MEMBERS, ORGANIZATION),
    lock(MEMBERS, ORGANIZATION, "organization_permission_id"),
    remove(["writer"], ORGANIZATION),
    see(["person"], ORGANIZATIONS_OF_PERSON),
    lock(["person"], ORGANIZATIONS_OF_PERSON, "organization_permission_id"),
    ...COMPANY,
  ],
  organization_permission_requests: [
    see(MEMBERS, ORGANIZATION),
    add(["writer"], ORGANIZATION),
    see(["person"], ORGANIZATIONS_OF_PERSON),
    ...COMPANY,
  ],
  notifications: [
    see(["person"], PERSON),
    change(["person"], PERSON, ["read"]),
    add(["writer"], ORGANIZATION),
    add(["worker"], EVERY_ROW),
    ...COMPANY,
  ],
  // The holder of a link reads its invitation by a function (functions.ts), and the portal lets them in.
  invitations: [...COMPANY],
  invoices: [
    see(MEMBERS, `${INVOICE_VISIBLE} and ${ORGANIZATION}`),
    change(["worker"], EVERY_ROW, ["file_id"]),
    ...COMPANY,
  ],
  invoice_lines: [see(MEMBERS, partOf("invoices", "invoice_id", "invoice_lines.invoice_id")), ...COMPANY],
  products: [see(["visitor", ...MEMBERS], EVERY_ROW), ...COMPANY],
  unique_documents: [
    see(MEMBERS, `${DOCUMENT_VISIBLE} and ${ORGANIZATION}`),
    change(["writer"], `${DOCUMENT_VISIBLE} and ${ORGANIZATION}`, [
      "status",
      "total_cost",
      "shown_total",
      "updated_at",
    ]),
    see(
      ["visitor"],
      `${PAGE_VISIBLE} and (${ORGANIZATION} or ${partOf("document_sharings", "unique_document_id", "unique_documents.unique_document_id")})`,
    ),
    lock(["worker"], EVERY_ROW, "unique_document_id"),
    ...COMPANY,
  ],
  // Clients read no page of a draft.
  document_parts: [
    see(
      MEMBERS,
      `${ORGANIZATION} and exists (select from unique_documents as parent
        where parent.unique_document_id = document_parts.unique_document_id and ${PAGE_VISIBLE})`,
    ),
    ...COMPANY,
  ],
  // Only the company reads what was never sent.
  page_revisions: [...COMPANY],
  page_presences: [...COMPANY],
  templates: [...COMPANY],
  sections: [...COMPANY],
  document_sharings: [see(["visitor"], "expires_at is null or expires_at > now()"), ...COMPANY],
  document_openings: [
    see(MEMBERS, `${PERSON} and ${ORGANIZATION}`),
    add(MEMBERS, `${PERSON} and ${ORGANIZATION}`),
    change(MEMBERS, `${PERSON} and ${ORGANIZATION}`, ["last_at", "times"]),
    ...COMPANY,
  ],
  work_orders: [
    see(MEMBERS, `${WORK_ORDER_VISIBLE} and ${ORGANIZATION}`),
    change(["writer"], `${WORK_ORDER_VISIBLE} and ${ORGANIZATION}`, [
      "does_client_want_work_done",
      "updated_at",
    ]),
    see(
      ["visitor"],
      `${WORK_ORDER_VISIBLE} and (${ORGANIZATION} or ${partOf("unique_documents", "unique_document_id", "work_orders.unique_document_id")})`,
    ),
    ...COMPANY,
  ],
  work_order_products: [
    see(["visitor", ...MEMBERS], partOf("work_orders", "work_order_id", "work_order_products.work_order_id")),
    ...COMPANY,
  ],
  general_documents: [see(CLIENTS, EVERY_ROW), ...COMPANY],
  general_document_drafts: [...COMPANY],
  signing_requests: [change(["worker"], EVERY_ROW, ["mailed_at"]), ...COMPANY],
  signature_confirmations: [
    see(["visitor"], `token_hash = ${setting("key")} or expires_at < now()`),
    add(["visitor", "worker"], EVERY_ROW),
    remove(["visitor", "worker"], "expires_at < now()"),
    ...COMPANY,
  ],
  signing_codes: [{ command: "all", roles: ["visitor"], rows: EVERY_ROW }, ...COMPANY],
  files: [see(["visitor"], `file_id = ${setting("key")}`), add(["worker"], EVERY_ROW), ...COMPANY],
  images: [
    see(CLIENTS, `organization_id is null or ${ORGANIZATION}`),
    add(["worker"], "organization_id is null and sha256 is null"),
    change(["worker"], EVERY_ROW),
    ...COMPANY,
  ],
  image_files: [
    see(CLIENTS, partOf("images", "image_id", "image_files.image_id")),
    add(["worker"], EVERY_ROW),
    ...COMPANY,
  ],
  // What a picture shows was said to one client.
  image_texts: [add(["worker"], EVERY_ROW), change(["worker"], EVERY_ROW, ["alt"]), ...COMPANY],
  idempotency_keys: [
    ...MEMBERS.map((role) =>
      keep(role, `= 'person ' || ${setting("user_profile_id")} || ' for ' || ${setting("organization_id")}`),
    ),
    keep("person", `= 'person ' || ${setting("user_profile_id")}`),
    keep("visitor", "like 'network %'"),
    ...COMPANY,
  ],
  // A document that is not sent yet is priced with the present rate of GST.
  settings: [see(["visitor", ...MEMBERS], EVERY_ROW), ...COMPANY],
  // Triggers keep the counts with their owner's rights.
  list_counts: [
    see(MEMBERS, `list in (${CLIENTS_LISTS.map((list) => `'${list}'`).join(", ")}) and ${ORGANIZATION}`),
    see(["admin", "portal", "worker"], EVERY_ROW),
  ],
  number_series: [...COMPANY],
  mails: [
    add(["visitor", "writer", "worker"], EVERY_ROW),
    change(["worker"], EVERY_ROW, ["sent_at", "sealed", "given_up_at", "failure"]),
    ...COMPANY,
  ],
};

/** Audit rows that the portal may clear when their time has come, or take a removed person's name out of. */
const NO_EVIDENCE = `action <> all (array[${EVIDENCE.map((action) => `'${action}'`).join(", ")}])`;

/** Tables whose rows are only added: nobody may change or delete a version, a decision's row or other evidence. */
export const RECORD_RULES: Record<string, readonly Rule[]> = {
  access_records: [
    see(MEMBERS, ORGANIZATION),
    add(["writer"], ORGANIZATION),
    see(["person"], ORGANIZATIONS_OF_PERSON),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["admin", "portal"], EVERY_ROW),
  ],
  document_decisions: [
    see(MEMBERS, ORGANIZATION),
    add(["writer"], ORGANIZATION),
    see(
      ["visitor"],
      partOf("unique_documents", "unique_document_id", "document_decisions.unique_document_id"),
    ),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["admin", "portal"], EVERY_ROW),
  ],
  document_snapshots: [
    see(MEMBERS, ORGANIZATION),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["worker", "portal"], EVERY_ROW),
  ],
  signed_versions: [
    see(["visitor", "person"], EVERY_ROW),
    add(["visitor", "person"], EVERY_ROW),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["portal"], EVERY_ROW),
  ],
  // What the portal learns later of a signature is written once.
  signed_general_documents: [
    see(MEMBERS, ORGANIZATION),
    see(["person"], PERSON),
    add(["person"], `${PERSON} and (organization_id is null or ${ORGANIZATIONS_OF_PERSON})`),
    see(["visitor"], SIGNED_WITH_KEY),
    add(["visitor"], "user_profile_id is null and organization_id is null"),
    change(["visitor"], SIGNED_WITH_KEY, ["email_confirmed_at"]),
    change(["worker", "portal"], EVERY_ROW, ["file_id"]),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["admin", "portal"], EVERY_ROW),
  ],
  general_document_versions: [
    see(CLIENTS, EVERY_ROW),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["admin", "portal"], EVERY_ROW),
  ],
  document_versions: [
    see(MEMBERS, ORGANIZATION),
    see(
      ["visitor"],
      partOf("unique_documents", "unique_document_id", "document_versions.unique_document_id"),
    ),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["admin", "portal"], EVERY_ROW),
  ],
  evidence_events: [
    see(MEMBERS, `chain = ${setting("organization_id")}`),
    add(MEMBERS, `chain = ${setting("organization_id")}`),
    see(["person"], CHAINS_OF_PERSON),
    add(["person"], CHAINS_OF_PERSON),
    see(
      ["visitor"],
      `${partOf("unique_documents", "unique_document_id", "subject_id")} or subject_id = ${setting("key")}`,
    ),
    add(["visitor"], `chain = '${PORTAL_CHAIN}'`),
    see(["admin", "worker", "portal"], EVERY_ROW),
    add(["admin", "worker", "portal"], EVERY_ROW),
  ],
  evidence_heads: [
    ...endsOf(["member", "writer"], `chain = ${setting("organization_id")}`),
    ...endsOf(["person"], CHAINS_OF_PERSON),
    ...endsOf(["visitor"], `chain = '${PORTAL_CHAIN}'`),
    ...endsOf(["admin", "worker", "portal"], EVERY_ROW),
  ],
  audit_events: [
    add(["visitor"], "user_profile_id is null and organization_id is null"),
    add(["person"], PERSON),
    // A member who may not write still opens documents.
    add(MEMBERS, `${PERSON} and ${ORGANIZATION}`),
    add(["admin", "worker", "portal"], EVERY_ROW),
    see(["admin", "worker", "portal"], EVERY_ROW),
    change(["portal"], NO_EVIDENCE, ["details"]),
    remove(["portal"], NO_EVIDENCE),
  ],
};

/** Sign-in, its limits and the queue, for sessions without a scope, and for the portal when it creates sign-ins. */
export const SIGN_IN_TABLES = [
  "user",
  "session",
  "account",
  "verification",
  "jwks",
  "second_factors",
  "passkeys",
  "rate_limits",
  "job_workers",
] as const;
