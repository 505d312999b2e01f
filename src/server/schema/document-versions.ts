import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { CONSENTS } from "#domain/consent/consent.ts";
import { DOCUMENT_STATUSES } from "#domain/documents/unique-document.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { decimal, hash, id, oneOf, timestamptz } from "../db/columns.ts";
import { comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { ofPerson } from "./account.ts";
import { consentColumns } from "./consent-columns.ts";
import { invoices, isListed, partOfDocument, uniqueDocuments } from "./documents.ts";
import { files } from "./files.ts";
import { paymentPlanParts } from "./payment-plans.ts";

const DECISIONS = ["APPROVED", "DECLINED"] as const;

/** What was sent of a document, from 1: clients read the newest version until they decide. Rows are only added. */
export const documentVersions = pgTable(
  "document_versions",
  {
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    number: integer("number").notNull(),
    /** Of an imported document, and of one from before there were versions: when the document was last changed. */
    sentAt: timestamptz("sent_at").notNull(),
    /** Null if an import or an upgrade made the version. */
    sentByUserProfileId: ofPerson("sent_by_user_profile_id", "restrict"),
    /** What the sender wrote with it. */
    message: text("message"),
    page: jsonb("page").$type<PuckState>().notNull(),
    work: jsonb("work").$type<DocumentWork>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uniqueDocumentId, table.number] }),
    partOfDocument("document_versions_document", table),
    check("document_versions_number", sql`${table.number} >= 1`),
    index("document_versions_organization_id").on(table.organizationId),
    index("document_versions_sent_by").on(table.sentByUserProfileId),
  ],
);

/** Who decided on a document, and the decided content. One row per document, never changed. */
export const documentDecisions = pgTable(
  "document_decisions",
  {
    uniqueDocumentId: id("unique_document_id").primaryKey(),
    organizationId: id("organization_id").notNull(),
    /** The decision's own id, which its PDF prints. */
    documentDecisionId: id("document_decision_id").notNull().default(sql`gen_random_uuid()`),
    decision: text("decision", { enum: DECISIONS }).notNull(),
    decidedAt: timestamptz("decided_at").notNull(),
    userProfileId: ofPerson("user_profile_id", "restrict"),
    userName: text("user_name").notNull(),
    userEmail: text("user_email").notNull(),
    organizationName: text("organization_name").notNull(),
    /** The permission with which the person acted, at that time. */
    organizationPermissionId: id("organization_permission_id"),
    declaration: text("declaration"),
    /** The reason for a decline, in the person's words. */
    reason: text("reason"),
    /** The version that the person read; null if the decision is older than versions or was made elsewhere. */
    versionNumber: integer("version_number"),
    contentHash: hash("content_hash").notNull(),
    /** Commits to the prices that the page hides; null if it hides none, or the decision is older than these hashes. */
    hiddenHash: hash("hidden_hash"),
    /** The page as the person saw it, with its work orders, prices and choices. */
    page: jsonb("page").$type<PuckState>().notNull(),
    totalCost: decimal("total_cost"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    ...consentColumns(),
    /** Whether the portal ticked the declaration's box in advance; null: it has none, or it is not on record. */
    declarationStartedTicked: boolean("declaration_started_ticked"),
    /** Generated columns for searching and sorting. */
    userNameComparable: comparableOf("user_name_comparable", "user_name"),
    userNameOrder: orderableOf("user_name_order", "user_name"),
  },
  (table) => [
    partOfDocument("document_decisions_document", table),
    foreignKey({
      name: "document_decisions_version",
      columns: [table.uniqueDocumentId, table.versionNumber],
      foreignColumns: [documentVersions.uniqueDocumentId, documentVersions.number],
    }).onDelete("restrict"),
    oneOf("document_decisions_decision", table.decision, DECISIONS),
    oneOf("document_decisions_consent", table.consent, CONSENTS),
    index("document_decisions_organization_id").on(table.organizationId),
    index("document_decisions_decided_at").on(table.decidedAt),
    uniqueIndex("document_decisions_document_decision_id").on(table.documentDecisionId),
    index("document_decisions_user_profile_id").on(table.userProfileId),
    check("document_decisions_hash", sql`${table.contentHash} ~ '^[0-9a-f]{64}$'`),
  ],
);

export const documentSnapshots = pgTable(
  "document_snapshots",
  {
    documentSnapshotId: id("document_snapshot_id").primaryKey(),
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    status: text("status", { enum: DOCUMENT_STATUSES }).notNull(),
    fileId: id("file_id")
      .notNull()
      .references(() => files.fileId, { onDelete: "restrict" }),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
  },
  (table) => [
    partOfDocument("document_snapshots_document", table),
    oneOf("document_snapshots_status", table.status, DOCUMENT_STATUSES),
    uniqueIndex("document_snapshots_once").on(table.uniqueDocumentId, table.status),
    index("document_snapshots_file_id").on(table.fileId),
  ],
);

/** What invoices ask for of a document, as a percentage. */
function invoicedPercent(): SQL {
  return sql`coalesce((select sum(${invoices.percent}) from ${invoices}
    where ${invoices.uniqueDocumentId} = ${uniqueDocuments.uniqueDocumentId}
    and ${invoices.invoiceStatus} <> 'CANCELLED'), 0)`;
}

/**
 * Whether no invoice asks for a part of a listed, accepted document. One that names an invoice made elsewhere does not
 * count: the portal does not know for how much that is.
 */
export function isNotInvoiced(): SQL {
  const { uniqueDocumentId, invoiceId } = uniqueDocuments;
  return sql`(${uniqueDocuments.status} = 'APPROVED' and ${isListed(uniqueDocuments)}
    and exists (select from ${documentDecisions} where ${documentDecisions.uniqueDocumentId} = ${uniqueDocumentId}
      and ${documentDecisions.decision} = 'APPROVED' and ${documentDecisions.totalCost} > 0)
    and ${invoicedPercent()} < 100
    and not exists (select from ${invoices} where ${invoices.invoiceId} = ${invoiceId}
      and ${invoices.uniqueDocumentId} is distinct from ${uniqueDocumentId}
      and ${invoices.invoiceStatus} <> 'CANCELLED'))`;
}

/** What no invoice asks for of the total of an accepted document, to the cent. */
export function notInvoicedOf(totalCost: SQLWrapper): SQL {
  return sql`(round(${totalCost}, 2) - (select coalesce(sum(${invoices.total}), 0) from ${invoices}
    where ${invoices.uniqueDocumentId} = ${uniqueDocuments.uniqueDocumentId}
    and ${invoices.invoiceStatus} <> 'CANCELLED'))`;
}

/** What of it the document's payment plan invoices by itself. What completes the total takes its last cents. */
export function plannedOf(totalCost: SQLWrapper): SQL {
  const { uniqueDocumentId, percent, position, preparedAt } = paymentPlanParts;
  const total = sql`round(${totalCost}, 2)`;
  const amounts = sql`sum(round(${total} * ${percent} / 100, 2))`;
  const isWaiting = sql`(where ${preparedAt} is null)`;
  return sql`(select case
      when ${invoicedPercent()} + coalesce(sum(${percent}) filter ${isWaiting}, 0) >= 100 then ${notInvoicedOf(totalCost)}
      when max(${position}) filter ${isWaiting} = max(${position})
      then ${total} - coalesce(${amounts} filter (where ${preparedAt} is not null), 0)
      else coalesce(${amounts} filter ${isWaiting}, 0) end
    from ${paymentPlanParts} where ${uniqueDocumentId} = ${uniqueDocuments.uniqueDocumentId})`;
}
