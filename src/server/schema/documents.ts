import { randomUUID } from "node:crypto";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { CONSENTS } from "#domain/consent/consent.ts";
import { DOCUMENT_STATUSES, DOCUMENT_TYPES, type DocumentType } from "#domain/documents/unique-document.ts";
import { ORDER_DIGITS } from "#domain/lists/comparable-text.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { decimal, id, moment, oneOf, SHOWN_NAME } from "../db/columns.ts";
import { byText, comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { userProfiles } from "./account.ts";
import { consentColumns } from "./consent-columns.ts";
import { files } from "./files.ts";
// oxlint-disable-next-line import/no-cycle
import { invoices } from "./invoices.ts";
import { organizations } from "./organizations.ts";

type Wording = { name: SQLWrapper; sentName: SQLWrapper; documentType: SQLWrapper; sentType: SQLWrapper };

/** The name that clients read. */
export function shownName({ name, sentName }: Pick<Wording, "name" | "sentName">): SQL<string> {
  return sql`coalesce(${sentName}, ${name})`;
}

/** The type that clients read. */
export function shownType({
  documentType,
  sentType,
}: Pick<Wording, "documentType" | "sentType">): SQL<DocumentType> {
  return sql`coalesce(${sentType}, ${documentType})`;
}

/** When a document was last changed, or created if that is later. */
export function lastTouched(table: { createdAt: SQLWrapper; updatedAt: SQLWrapper }): SQL<Date> {
  return sql`greatest(${table.createdAt}, ${table.updatedAt})`;
}

/** Sorts totals by their cents. What has no total comes before what is free. */
export function totalOrder({ totalCost }: { totalCost: SQLWrapper }): SQL {
  return sql`lpad(coalesce(round(${totalCost} * 100) + 1, 0)::text, ${sql.raw(String(ORDER_DIGITS + 4))}, '0')`;
}

/** Clients see no document that was never sent or shown to them. */
export function documentVisibleToClients({ shownAt }: { shownAt: SQLWrapper }): SQL {
  return sql`${shownAt} is not null`;
}

/** Clients read no page of a draft. */
export function pageVisibleToClients({ status, ...table }: { shownAt: SQLWrapper; status: SQLWrapper }): SQL {
  return sql`${documentVisibleToClients(table)} and ${status} <> 'DRAFT'`;
}

type Amount = { status: SQLWrapper; hidesPrices: SQLWrapper; shownTotal: SQLWrapper };

/** The amount that clients see of a document; null if they see none. */
export function amountVisibleToClients({ status, hidesPrices, shownTotal }: Amount): SQL {
  return sql`case when ${status} <> 'DRAFT' and not ${hidesPrices} then ${shownTotal} end`;
}

/** Whether a document hides an amount from clients. */
export function hidesAmount({ status, hidesPrices }: Omit<Amount, "shownTotal">): SQL {
  return sql`${status} <> 'DRAFT' and ${hidesPrices}`;
}

export function isArchived({ archivedAt }: { archivedAt: SQLWrapper }): SQL {
  return sql`${archivedAt} is not null`;
}

/** The company's list leaves out what is archived. */
export function isListed({ archivedAt }: { archivedAt: SQLWrapper }): SQL {
  return sql`${archivedAt} is null`;
}

type Waiting = { status: SQLWrapper; archivedAt: SQLWrapper };

export function waitsForDecision({ status, archivedAt }: Waiting): SQL {
  return sql`${status} = 'PENDING' and ${isListed({ archivedAt })}`;
}

/** It waits for a decision and was opened since it was last sent. */
export function isOpened({ openedAt, ...table }: Waiting & { openedAt: SQLWrapper }): SQL {
  return sql`${waitsForDecision(table)} and ${openedAt} is not null`;
}

/** It waits for a decision, and nobody has opened it since it was sent. */
export function isUnopened({ openedAt, ...table }: Waiting & { openedAt: SQLWrapper }): SQL {
  return sql`${waitsForDecision(table)} and ${openedAt} is null`;
}

export const uniqueDocuments = pgTable(
  "unique_documents",
  {
    uniqueDocumentId: id("unique_document_id").primaryKey(),
    organizationId: id("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "restrict" }),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    /** BLANK_PAGE, one of the templates, or what an import named. */
    templateId: id("template_id"),
    documentType: text("document_type", { enum: DOCUMENT_TYPES }).notNull(),
    /** Its name and type in its newest version, which clients read; null: it was never sent. */
    sentName: text("sent_name"),
    sentType: text("sent_type", { enum: DOCUMENT_TYPES }),
    status: text("status", { enum: DOCUMENT_STATUSES }).notNull(),
    invoiceId: id("invoice_id").references(() => invoices.invoiceId, { onDelete: "set null" }),
    /** The page in the editor's format. Every read resolves it for readers. */
    puckState: jsonb("puck_state").$type<PuckState>().notNull(),
    /** Rises with every saved page, so that the second of two editors is told. */
    pageRevision: integer("page_revision").notNull().default(1),
    pageSavedAt: moment("page_saved_at").notNull().defaultNow(),
    /** Null if an import or an upgrade stored the page. */
    pageSavedBy: id("page_saved_by").references(() => userProfiles.userProfileId, { onDelete: "set null" }),
    /** Follows from prices and choices; every change of either updates it. */
    totalCost: decimal("total_cost"),
    /** The part of the total that the page shows to clients; null if it shows no price. */
    shownTotal: decimal("shown_total"),
    hidesPrices: boolean("hides_prices").notNull().default(false),
    /** Nobody is told this text, so that hidden prices cannot be guessed from a hash. */
    salt: text("salt").notNull().$defaultFn(randomUUID),
    /** Since when its client sees it; null: only the company does. */
    shownAt: moment("shown_at"),
    /** When its newest version was sent, and first opened since (openings/keep-opened.ts). */
    sentAt: moment("sent_at"),
    openedAt: moment("opened_at"),
    /** Since when it is left out of the company's list. */
    archivedAt: moment("archived_at"),
    /** Since when it is taken back to be changed; null again once it is sent. */
    recalledAt: moment("recalled_at"),
    /** Since when it is withdrawn: a draft for good. Its client reads why. */
    withdrawnAt: moment("withdrawn_at"),
    withdrawalReason: text("withdrawal_reason"),
    /** The document that this one is a new version of. */
    predecessorId: id("predecessor_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    /** Generated columns for searching and sorting. */
    externalIdComparable: comparableOf("external_id_comparable", "external_id"),
    externalIdOrder: orderableOf("external_id_order", "external_id"),
    nameComparable: comparableOf("name_comparable", "name"),
    nameOrder: orderableOf("name_order", "name"),
    shownNameComparable: comparableOf("shown_name_comparable", SHOWN_NAME),
    shownNameOrder: orderableOf("shown_name_order", SHOWN_NAME),
    words: wordsColumn(["name", "external_id"], { organization: "organization_id" }),
    /** What clients find it by; null while they do not see it. */
    shownWords: wordsColumn([SHOWN_NAME, "external_id"], {
      name: "shown_words",
      organization: "organization_id",
      where: documentVisibleToClients({ shownAt: sql.identifier("shown_at") }),
    }),
  },
  (table) => [
    oneOf("unique_documents_status", table.status, DOCUMENT_STATUSES),
    oneOf("unique_documents_type", table.documentType, DOCUMENT_TYPES),
    oneOf("unique_documents_sent_type", table.sentType, DOCUMENT_TYPES),
    uniqueIndex("unique_documents_slug").on(table.slug),
    unique("unique_documents_of_organization").on(table.uniqueDocumentId, table.organizationId),
    index("unique_documents_list").on(
      table.organizationId,
      sql`${lastTouched(table)} desc nulls last`,
      table.uniqueDocumentId.desc(),
    ),
    index("unique_documents_by_status").on(
      table.organizationId,
      table.status,
      sql`${lastTouched(table)} desc nulls last`,
      table.uniqueDocumentId.desc(),
    ),
    index("unique_documents_list_of_type").on(
      table.organizationId,
      shownType(table),
      sql`${lastTouched(table)} desc nulls last`,
      table.uniqueDocumentId.desc(),
    ),
    index("unique_documents_by_name").on(
      table.organizationId,
      byText(table.shownNameOrder),
      sql`${lastTouched(table)} desc nulls last`,
      table.uniqueDocumentId.desc(),
    ),
    index("unique_documents_by_external_id").on(table.organizationId, byText(table.externalIdOrder)),
    index("unique_documents_by_created_at").on(table.organizationId, table.createdAt.desc()),
    index("unique_documents_of_all").on(
      sql`${lastTouched(table)} desc nulls first`,
      table.uniqueDocumentId.desc().nullsFirst(),
    ),
    index("unique_documents_by_total").on(
      sql`(${totalOrder(table)}) collate "C" desc nulls last`,
      sql`${lastTouched(table)} desc nulls last`,
      table.uniqueDocumentId.desc(),
    ),
    // Clients see what was sent, and a draft only if an import brought it.
    check("unique_documents_shown", sql`${documentVisibleToClients(table)} or ${table.status} = 'DRAFT'`),
    check(
      "unique_documents_withdrawn",
      sql`(${table.withdrawnAt} is null) = (${table.withdrawalReason} is null) and (${table.withdrawnAt} is null or ${table.status} = 'DRAFT')`,
    ),
    foreignKey({
      name: "unique_documents_predecessor",
      columns: [table.predecessorId, table.organizationId],
      foreignColumns: [table.uniqueDocumentId, table.organizationId],
    }).onDelete("restrict"),
    index("unique_documents_template_id").on(table.templateId),
    index("unique_documents_predecessor_id").on(table.predecessorId, table.organizationId),
    index("unique_documents_page_saved_by").on(table.pageSavedBy),
    index("unique_documents_words").using("gin", table.words),
    index("unique_documents_shown_words").using("gin", table.shownWords),
    index("unique_documents_invoice_id").on(table.invoiceId),
    index("unique_documents_unopened").on(table.sentAt, table.uniqueDocumentId).where(isUnopened(table)),
    index("unique_documents_pending").on(table.organizationId).where(sql`${table.status} = 'PENDING'`),
  ],
);

/** A part of a document names its document's organization, so that a policy compares it without looking further. */
export function partOfDocument(
  name: string,
  table: { uniqueDocumentId: AnyPgColumn; organizationId: AnyPgColumn },
) {
  return foreignKey({
    name,
    columns: [table.uniqueDocumentId, table.organizationId],
    foreignColumns: [uniqueDocuments.uniqueDocumentId, uniqueDocuments.organizationId],
  }).onDelete("restrict");
}

/**
 * What was sent of a document, numbered from 1: clients read the newest version until they decide. Rows are only
 * added.
 */
export const documentVersions = pgTable(
  "document_versions",
  {
    uniqueDocumentId: id("unique_document_id").notNull(),
    organizationId: id("organization_id").notNull(),
    number: integer("number").notNull(),
    /** Of an imported document, and of one from before there were versions: when the document was last changed. */
    sentAt: moment("sent_at").notNull(),
    /** Null if an import or an upgrade made the version. */
    sentByUserProfileId: id("sent_by_user_profile_id").references(() => userProfiles.userProfileId, {
      onDelete: "restrict",
    }),
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

const DECISIONS = ["APPROVED", "DECLINED"] as const;

/** Who decided on a document, and the decided content. One row per document, never changed. */
export const documentDecisions = pgTable(
  "document_decisions",
  {
    uniqueDocumentId: id("unique_document_id").primaryKey(),
    organizationId: id("organization_id").notNull(),
    /** The decision's own id, which its PDF prints. */
    documentDecisionId: id("document_decision_id").notNull().default(sql`gen_random_uuid()`),
    decision: text("decision", { enum: DECISIONS }).notNull(),
    decidedAt: moment("decided_at").notNull(),
    userProfileId: id("user_profile_id").references(() => userProfiles.userProfileId, {
      onDelete: "restrict",
    }),
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
    contentHash: char("content_hash", { length: 64 }).notNull(),
    /** Binds the prices that the page hides; null if the page hides none, or the decision is older than these hashes. */
    hiddenHash: char("hidden_hash", { length: 64 }),
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
    createdAt: moment("created_at").notNull().defaultNow(),
  },
  (table) => [
    partOfDocument("document_snapshots_document", table),
    oneOf("document_snapshots_status", table.status, DOCUMENT_STATUSES),
    uniqueIndex("document_snapshots_once").on(table.uniqueDocumentId, table.status),
    index("document_snapshots_file_id").on(table.fileId),
  ],
);
