import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { INVOICE_STATUSES } from "#domain/invoices/invoice.ts";
import { decimal, id, moment, oneOf, percent } from "../db/columns.ts";
import { byText, comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
// A document names its newest invoice and an invoice names its document, so the two tables need each other.
// oxlint-disable-next-line import/no-cycle
import { uniqueDocuments } from "./documents.ts";
import { files } from "./files.ts";
import { organizations } from "./organizations.ts";

/** Clients see no invoice until it is issued. */
export function invoiceVisibleToClients({ issuedAt }: { issuedAt: SQLWrapper }): SQL {
  return sql`${issuedAt} is not null`;
}

/** That its client sees an invoice and has not paid it. */
export function isUnpaid({
  invoiceStatus,
  ...table
}: {
  invoiceStatus: SQLWrapper;
  issuedAt: SQLWrapper;
}): SQL {
  return sql`${invoiceStatus} = 'UNPAID' and ${invoiceVisibleToClients(table)}`;
}

export const invoices = pgTable(
  "invoices",
  {
    invoiceId: id("invoice_id").primaryKey(),
    organizationId: id("organization_id")
      .notNull()
      .references(() => organizations.organizationId, { onDelete: "restrict" }),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    xeroLink: text("xero_link"),
    invoiceStatus: text("invoice_status", { enum: INVOICE_STATUSES }).notNull(),
    /** Since when clients see it; null: they do not. */
    issuedAt: moment("issued_at"),
    dueDate: date("due_date", { mode: "string" }),
    /** The accepted document that this invoice asks a part of; null: it was typed or made elsewhere. */
    uniqueDocumentId: id("unique_document_id").references(
      (): AnyPgColumn => uniqueDocuments.uniqueDocumentId,
      {
        onDelete: "restrict",
      },
    ),
    /** The part of the accepted document in per cent. */
    percent: percent("percent"),
    /** Null if it was made elsewhere. Never computed again once it is issued. */
    subtotal: decimal("subtotal"),
    gst: decimal("gst"),
    /** The rate of GST in per cent when it was made. */
    gstPercent: percent("gst_percent"),
    total: decimal("total"),
    /** Its PDF; null until the PDF is made. */
    fileId: id("file_id").references(() => files.fileId, { onDelete: "restrict" }),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
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
    index("invoices_unpaid").on(table.createdAt, table.invoiceId).where(isUnpaid(table)),
    index("invoices_unique_document_id").on(table.uniqueDocumentId),
    index("invoices_file_id").on(table.fileId),
    index("invoices_words").using("gin", table.words),
  ],
);

/** The lines of an invoice: no later change of a product or work order reaches them, and none at all once it is issued. */
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
