import { randomUUID } from "node:crypto";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  type ExtraConfigColumn,
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
import type { ReminderSchedule } from "#domain/documents/reminders.ts";
import {
  DOCUMENT_STATUSES,
  DOCUMENT_TYPES,
  type DocumentType,
  type ListedStatus,
} from "#domain/documents/unique-document.ts";
import { INVOICE_STATUSES, type InvoiceBuyer } from "#domain/invoices/invoice.ts";
import { ORDER_DIGITS } from "#domain/lists/comparable-text.ts";
import type { PuckState } from "#domain/page/page.ts";
import { decimal, id, oneOf, percent, SHOWN_NAME, timestamptz, version } from "../db/columns.ts";
import { byText, comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { ofPerson } from "./account.ts";
import { files } from "./files.ts";
import { ofOrganization } from "./organizations.ts";

/** The name that clients read. */
export function shownName(table: { name: SQLWrapper; sentName: SQLWrapper }): SQL<string> {
  return sql`coalesce(${table.sentName}, ${table.name})`;
}

/** The type that clients read. */
export function shownType(table: { documentType: SQLWrapper; sentType: SQLWrapper }): SQL<DocumentType> {
  return sql`coalesce(${table.sentType}, ${table.documentType})`;
}

/** When a document was last changed, or created if that is later. */
export function lastTouched(table: { createdAt: SQLWrapper; updatedAt: SQLWrapper }): SQL<Date> {
  return sql`greatest(${table.createdAt}, ${table.updatedAt})`;
}

type Touched = { createdAt: SQLWrapper; updatedAt: SQLWrapper; uniqueDocumentId: ExtraConfigColumn };

/** The order of an index whose documents were changed last first. */
function lastTouchedFirst(table: Touched) {
  return [sql`${lastTouched(table)} desc nulls last`, table.uniqueDocumentId.desc()] as const;
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

export function isListed({ archivedAt }: { archivedAt: SQLWrapper }): SQL {
  return sql`${archivedAt} is null`;
}

type Closable = { status: SQLWrapper; withdrawnAt: SQLWrapper; expiredAt: SQLWrapper };

/** It was declined, withdrawn for good, or expired: none of its work is agreed. */
export function isClosed({ status, withdrawnAt, expiredAt }: Closable): SQL {
  return sql`${status} = 'DECLINED' or ${withdrawnAt} is not null or ${expiredAt} is not null`;
}

type Waiting = { status: SQLWrapper; archivedAt: SQLWrapper };

/** The company still writes it: it was not sent, or recalled to be changed. */
export function isDraft({
  archivedAt,
  status,
  withdrawnAt,
  expiredAt,
}: Waiting & Omit<Closable, "status">): SQL {
  return sql`${status} = 'DRAFT' and ${withdrawnAt} is null and ${expiredAt} is null and ${isListed({ archivedAt })}`;
}

export function waitsForDecision({ status, archivedAt }: Waiting): SQL {
  return sql`${status} = 'PENDING' and ${isListed({ archivedAt })}`;
}

/** It waits for a decision and was opened since it was last sent. */
export function isOpened({ openedAt, ...table }: Waiting & { openedAt: SQLWrapper }): SQL {
  return sql`${waitsForDecision(table)} and ${openedAt} is not null`;
}

/** It waits for a decision, and no one has opened it since it was sent. */
export function isUnopened({ openedAt, ...table }: Waiting & { openedAt: SQLWrapper }): SQL {
  return sql`${waitsForDecision(table)} and ${openedAt} is null`;
}

export const uniqueDocuments = pgTable(
  "unique_documents",
  {
    uniqueDocumentId: id("unique_document_id").primaryKey(),
    organizationId: ofOrganization("restrict").notNull(),
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
    /** Rises with every saved page, to detect conflicts of editors. */
    pageRevision: integer("page_revision").notNull().default(1),
    pageSavedAt: timestamptz("page_saved_at").notNull().defaultNow(),
    /** Null if an import or an upgrade stored the page. */
    pageSavedBy: ofPerson("page_saved_by", "set null"),
    recordVersion: version(),
    /** Follows from prices and choices; every change of either updates it. */
    totalCost: decimal("total_cost"),
    /** The part of the total that the page shows to clients; null if it shows no price. */
    shownTotal: decimal("shown_total"),
    hidesPrices: boolean("hides_prices").notNull().default(false),
    /** Never shown, so that hidden prices cannot be guessed from a hash. */
    salt: text("salt").notNull().$defaultFn(randomUUID),
    /** Since when its client sees it; null: only the company does. */
    shownAt: timestamptz("shown_at"),
    /** When its newest version was sent, and first opened since (rls/protect-records.ts). */
    sentAt: timestamptz("sent_at"),
    openedAt: timestamptz("opened_at"),
    /** Since when it is left out of the company's list. */
    archivedAt: timestamptz("archived_at"),
    /** Since when it is recalled to be changed; null again once it is sent. */
    recalledAt: timestamptz("recalled_at"),
    /** Since when it is withdrawn: a draft for good. Its client reads why. */
    withdrawnAt: timestamptz("withdrawn_at"),
    withdrawalReason: text("withdrawal_reason"),
    /** The last day of the company on which it can be accepted. */
    validUntil: date("valid_until", { mode: "string" }),
    /** When its recipients are reminded; null: as the settings say. */
    reminderSchedule: jsonb("reminder_schedule").$type<ReminderSchedule>(),
    /** Since when a job has closed it, because that day has passed. */
    expiredAt: timestamptz("expired_at"),
    /** What lists show as its status, generated. */
    listedStatus: text("listed_status")
      .$type<ListedStatus>()
      .generatedAlwaysAs(
        sql`case when withdrawn_at is not null then 'WITHDRAWN' when expired_at is not null then 'EXPIRED' else status end`,
      ),
    /** The colleague who hears of its openings and decisions; null: its organization's owner. */
    ownerId: ofPerson("owner_id", "set null"),
    /** The document that this one is a new version of. */
    predecessorId: id("predecessor_id"),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    updatedAt: timestamptz("updated_at").notNull().defaultNow(),
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
    index("unique_documents_list").on(table.organizationId, ...lastTouchedFirst(table)),
    index("unique_documents_by_status").on(
      table.organizationId,
      table.listedStatus,
      ...lastTouchedFirst(table),
    ),
    index("unique_documents_list_of_type").on(
      table.organizationId,
      shownType(table),
      ...lastTouchedFirst(table),
    ),
    index("unique_documents_by_name").on(
      table.organizationId,
      byText(table.shownNameOrder),
      ...lastTouchedFirst(table),
    ),
    index("unique_documents_by_external_id").on(table.organizationId, byText(table.externalIdOrder)),
    index("unique_documents_by_created_at").on(table.organizationId, table.createdAt.desc()),
    index("unique_documents_of_all").on(
      sql`${lastTouched(table)} desc nulls first`,
      table.uniqueDocumentId.desc().nullsFirst(),
    ),
    index("unique_documents_by_total").on(
      sql`(${totalOrder(table)}) collate "C" desc nulls last`,
      ...lastTouchedFirst(table),
    ),
    // Clients see what was sent, and a draft only if an import brought it.
    check("unique_documents_shown", sql`${documentVisibleToClients(table)} or ${table.status} = 'DRAFT'`),
    ...checksOfClosing(table),
    foreignKey({
      name: "unique_documents_predecessor",
      columns: [table.predecessorId, table.organizationId],
      foreignColumns: [table.uniqueDocumentId, table.organizationId],
    }).onDelete("restrict"),
    index("unique_documents_template_id").on(table.templateId),
    index("unique_documents_predecessor_id").on(table.predecessorId, table.organizationId),
    index("unique_documents_owner_id").on(table.ownerId),
    index("unique_documents_page_saved_by").on(table.pageSavedBy),
    index("unique_documents_words").using("gin", table.words),
    index("unique_documents_shown_words").using("gin", table.shownWords),
    index("unique_documents_invoice_id").on(table.invoiceId),
    index("unique_documents_unopened").on(table.sentAt, table.uniqueDocumentId).where(isUnopened(table)),
    index("unique_documents_sent_at").on(table.sentAt),
    index("unique_documents_opened_at").on(table.openedAt),
    index("unique_documents_drafts").on(table.updatedAt, table.uniqueDocumentId).where(isDraft(table)),
    index("unique_documents_valid_until").on(table.validUntil).where(sql`${table.status} = 'PENDING'`),
    index("unique_documents_pending").on(table.organizationId).where(sql`${table.status} = 'PENDING'`),
  ],
);

type ClosingColumns = Record<
  "status" | "withdrawnAt" | "withdrawalReason" | "expiredAt" | "validUntil",
  AnyPgColumn
>;

/** A withdrawn or expired document has the status DRAFT, and is one of both. */
function checksOfClosing(table: ClosingColumns) {
  return [
    check(
      "unique_documents_withdrawn",
      sql`(${table.withdrawnAt} is null) = (${table.withdrawalReason} is null) and (${table.withdrawnAt} is null or ${table.status} = 'DRAFT')`,
    ),
    check(
      "unique_documents_expired",
      sql`${table.expiredAt} is null or (${table.status} = 'DRAFT' and ${table.validUntil} is not null and ${table.withdrawnAt} is null)`,
    ),
  ];
}

type PartOfDocument = { uniqueDocumentId: AnyPgColumn; organizationId: AnyPgColumn };

/** A part of a document names its document's organization, so that a policy needs no other table. */
export function partOfDocument(name: string, table: PartOfDocument) {
  return foreignKey({
    name,
    columns: [table.uniqueDocumentId, table.organizationId],
    foreignColumns: [uniqueDocuments.uniqueDocumentId, uniqueDocuments.organizationId],
  }).onDelete("restrict");
}

/** Clients see no invoice until it is issued. */
export function invoiceVisibleToClients({ issuedAt }: { issuedAt: SQLWrapper }): SQL {
  return sql`${issuedAt} is not null`;
}

/** Its client sees the invoice and has not paid it. */
export function isUnpaid(table: { invoiceStatus: SQLWrapper; issuedAt: SQLWrapper }): SQL {
  return sql`${table.invoiceStatus} = 'UNPAID' and ${invoiceVisibleToClients(table)}`;
}

/** It waits for an editor to issue it. */
export function isDraftInvoice(table: { invoiceStatus: SQLWrapper; issuedAt: SQLWrapper }): SQL {
  return sql`${table.invoiceStatus} = 'UNPAID' and not (${invoiceVisibleToClients(table)})`;
}

const documentId = (): AnyPgColumn => uniqueDocuments.uniqueDocumentId;

/** Beside the documents, because a document names its newest invoice and an invoice its document. */
export const invoices = pgTable(
  "invoices",
  {
    invoiceId: id("invoice_id").primaryKey(),
    organizationId: ofOrganization("restrict").notNull(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    xeroLink: text("xero_link"),
    invoiceStatus: text("invoice_status", { enum: INVOICE_STATUSES }).notNull(),
    /** Since when clients see it; null: they do not. */
    issuedAt: timestamptz("issued_at"),
    dueDate: date("due_date", { mode: "string" }),
    recordVersion: version(),
    linesVersion: version("lines_version"),
    /** The accepted document that this invoice asks a part of; null: it was typed or made elsewhere. */
    uniqueDocumentId: id("unique_document_id").references(documentId, { onDelete: "restrict" }),
    /** The part of the accepted document in per cent. */
    percent: percent("percent"),
    /** Null if it was made elsewhere. Never computed again once it is issued. */
    subtotal: decimal("subtotal"),
    gst: decimal("gst"),
    /** The rate of GST in per cent when it was made. */
    gstPercent: percent("gst_percent"),
    total: decimal("total"),
    /** The sum of its payments. */
    amountPaid: decimal("amount_paid").notNull().default("0"),
    /** When and how it is to be paid and what to quote, as it was issued; null: no terms, and its own number. */
    terms: text("terms"),
    reference: text("reference"),
    /** Who pays it, as it was issued; null: it is not issued, or was before invoices stored this. */
    buyer: jsonb("buyer").$type<InvoiceBuyer>(),
    /** Its PDF; null until the PDF is made. */
    fileId: id("file_id").references(() => files.fileId, { onDelete: "restrict" }),
    createdAt: timestamptz("created_at").notNull().defaultNow(),
    updatedAt: timestamptz("updated_at").notNull().defaultNow(),
    /** Generated columns for searching and sorting. */
    externalIdComparable: comparableOf("external_id_comparable", "external_id"),
    externalIdOrder: orderableOf("external_id_order", "external_id"),
    nameComparable: comparableOf("name_comparable", "name"),
    nameOrder: orderableOf("name_order", "name"),
    words: wordsColumn(["name", "external_id"], { organization: "organization_id" }),
  },
  (table) => [
    oneOf("invoices_status", table.invoiceStatus, INVOICE_STATUSES),
    check("invoices_part", sql`(${table.uniqueDocumentId} is null) = (${table.percent} is null)`),
    check("invoices_percent", sql`${table.percent} > 0 and ${table.percent} <= 100`),
    check(
      "invoices_paid",
      sql`${table.amountPaid} = 0 or (${table.amountPaid} > 0 and ${table.amountPaid} <= coalesce(${table.total}, 0))`,
    ),
    index("invoices_list").on(table.organizationId, table.createdAt.desc(), table.invoiceId.desc()),
    index("invoices_by_status").on(
      table.organizationId,
      table.invoiceStatus,
      table.createdAt.desc(),
      table.invoiceId.desc(),
    ),
    index("invoices_by_name").on(
      table.organizationId,
      byText(table.nameOrder),
      table.createdAt.desc(),
      table.invoiceId.desc(),
    ),
    index("invoices_by_external_id").on(table.organizationId, byText(table.externalIdOrder)),
    index("invoices_of_all").on(table.createdAt.desc().nullsFirst(), table.invoiceId.desc().nullsFirst()),
    index("invoices_drafts").on(table.createdAt, table.invoiceId).where(isDraftInvoice(table)),
    index("invoices_unpaid").on(table.createdAt, table.invoiceId).where(isUnpaid(table)),
    index("invoices_unique_document_id").on(table.uniqueDocumentId),
    index("invoices_file_id").on(table.fileId),
    index("invoices_words").using("gin", table.words),
  ],
);

/** The lines of an invoice, which no later change of a product or work order reaches. */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    invoiceId: id("invoice_id")
      .notNull()
      .references(() => invoices.invoiceId, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    description: text("description").notNull(),
    quantity: decimal("quantity").notNull(),
    unit: text("unit"),
    /** Dollars per unit before GST. */
    rate: decimal("rate").notNull(),
    discountPercent: percent("discount_percent").notNull(),
    amount: decimal("amount").notNull(),
    hasGst: boolean("has_gst").notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);

/** Money that was paid for an invoice. Payments are added and removed, never changed. */
export const invoicePayments = pgTable(
  "invoice_payments",
  {
    paymentId: id("payment_id").primaryKey(),
    invoiceId: id("invoice_id")
      .notNull()
      .references(() => invoices.invoiceId, { onDelete: "restrict" }),
    /** The company's day on which it was paid. */
    paidOn: date("paid_on", { mode: "string" }).notNull(),
    amount: decimal("amount").notNull(),
    reference: text("reference"),
    recordedAt: timestamptz("recorded_at").notNull(),
    recordedBy: ofPerson("recorded_by", "set null"),
  },
  (table) => [
    check("invoice_payments_amount", sql`${table.amount} > 0`),
    index("invoice_payments_invoice_id").on(table.invoiceId, table.paidOn, table.paymentId),
    index("invoice_payments_recorded_by").on(table.recordedBy),
  ],
);
