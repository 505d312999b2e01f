import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { decimal, id, oneOf, percent, SHOWN_NAME, timestamptz, version } from "../db/columns.ts";
import { byText, comparableOf, orderableOf } from "../db/comparable-sql.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { invoices, uniqueDocuments } from "./documents.ts";
import { ofOrganization } from "./organizations.ts";
import { products } from "./products.ts";

/** Clients see no work that was never shown to them. */
export function workOrderVisibleToClients({ shownAt }: { shownAt: SQLWrapper }): SQL {
  return sql`${shownAt} is not null`;
}

/** The board has no work of closed documents: it was never agreed, and their pages still have it. */
export function isOnBoard({ isDocumentClosed }: { isDocumentClosed: SQLWrapper }): SQL {
  return sql`not ${isDocumentClosed}`;
}

type ListedWork = { shownAt: SQLWrapper; isDocumentClosed: SQLWrapper };

/** What clients' lists, search and counts have of the work that they see. */
export function workOrderListedForClients(table: ListedWork): SQL {
  return sql`${workOrderVisibleToClients(table)} and ${isOnBoard(table)}`;
}

/** The price in dollars that clients see of the work of a document: none of a draft. */
export function netVisibleToClients(
  { status }: { status: SQLWrapper },
  { shownNet }: { shownNet: SQLWrapper },
): SQL<string | null> {
  return sql`case when ${status} <> 'DRAFT' then round(${shownNet}, 2)::text end`;
}

export const workOrders = pgTable(
  "work_orders",
  {
    workOrderId: id("work_order_id").primaryKey(),
    organizationId: ofOrganization("restrict").notNull(),
    externalId: text("external_id").notNull(),
    name: text("name").notNull(),
    /** Its name in the newest version of its document; null: no version has it. */
    sentName: text("sent_name"),
    description: text("description").notNull(),
    uniqueDocumentId: id("unique_document_id").references(() => uniqueDocuments.uniqueDocumentId, {
      onDelete: "set null",
    }),
    /** The work order of an earlier version of its document that this one is a copy of. */
    predecessorId: id("predecessor_id").references((): AnyPgColumn => workOrders.workOrderId, {
      onDelete: "set null",
    }),
    invoiceId: id("invoice_id").references(() => invoices.invoiceId, { onDelete: "set null" }),
    workOrderStatus: text("work_order_status", { enum: WORK_ORDER_STATUSES }).notNull(),
    isOptional: boolean("is_optional").notNull(),
    doesClientWantWorkDone: boolean("does_client_want_work_done").notNull(),
    discountPercent: percent("discount_percent").notNull(),
    discountName: text("discount_name"),
    recordVersion: version(),
    /** Whether the page of its document hides the amounts of this work from clients, and its lines. */
    hidesPrices: boolean("hides_prices").notNull().default(false),
    hidesLines: boolean("hides_lines").notNull().default(false),
    /** Its price before GST as the page shows it to clients; null: the page shows none. */
    shownNet: decimal("shown_net"),
    /** Since when clients see this work; null: they do not. */
    shownAt: timestamptz("shown_at"),
    /** Whether its document was declined or withdrawn, or expired; by triggers (rls/work-triggers.ts). */
    isDocumentClosed: boolean("is_document_closed").notNull().default(false),
    /** When it came to its status. */
    movedAt: timestamptz("moved_at").notNull().defaultNow(),
    /** When it last came to each status that it has had; by triggers (rls/work-triggers.ts). */
    reachedAt: jsonb("reached_at").$type<Partial<Record<WorkOrderStatus, string>>>().notNull().default({}),
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
      where: workOrderVisibleToClients({ shownAt: sql.identifier("shown_at") }),
    }),
  },
  (table) => [
    oneOf("work_orders_status", table.workOrderStatus, WORK_ORDER_STATUSES),
    check("work_orders_discount_percent", sql`${table.discountPercent} between 0 and 100`),
    index("work_orders_list").on(table.organizationId, table.createdAt.desc(), table.workOrderId.desc()),
    index("work_orders_by_status").on(
      table.organizationId,
      table.workOrderStatus,
      table.createdAt.desc(),
      table.workOrderId.desc(),
    ),
    index("work_orders_by_name").on(
      table.organizationId,
      byText(table.shownNameOrder),
      table.createdAt.desc(),
      table.workOrderId.desc(),
    ),
    index("work_orders_by_external_id").on(table.organizationId, byText(table.externalIdOrder)),
    index("work_orders_of_all").on(
      table.createdAt.desc().nullsFirst(),
      table.workOrderId.desc().nullsFirst(),
    ),
    index("work_orders_board").on(table.workOrderStatus, table.movedAt.desc(), table.workOrderId.desc()),
    index("work_orders_unique_document_id").on(table.uniqueDocumentId),
    index("work_orders_invoice_id").on(table.invoiceId),
    index("work_orders_predecessor_id").on(table.predecessorId),
    index("work_orders_words").using("gin", table.words),
    index("work_orders_shown_words").using("gin", table.shownWords),
  ],
);

export const workOrderProducts = pgTable(
  "work_order_products",
  {
    workOrderId: id("work_order_id")
      .notNull()
      .references(() => workOrders.workOrderId, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    productId: id("product_id")
      .notNull()
      .references(() => products.productId, { onDelete: "restrict" }),
    /** The number of units. */
    total: decimal("total"),
  },
  (table) => [
    primaryKey({ columns: [table.workOrderId, table.position] }),
    check("work_order_products_total", sql`${table.total} >= 0.001`),
    index("work_order_products_product_id").on(table.productId),
  ],
);
