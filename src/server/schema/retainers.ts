import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { type Pause, PERIODS } from "#domain/retainers/periods.ts";
import { RETAINER_STATUSES } from "#domain/retainers/retainer.ts";
import { decimal, id, oneOf, percent, timestamptz, version } from "../db/columns.ts";
import { wordsColumn } from "../db/words-sql.ts";
import { ofPerson } from "./account.ts";
import { invoices } from "./documents.ts";
import { ofOrganization } from "./organizations.ts";
import { workOrders } from "./work-orders.ts";

/** Recurring work of an organization. Each period prepares one invoice. Only the company sees these rows. */
export const retainers = pgTable(
  "retainers",
  {
    retainerId: id("retainer_id").primaryKey(),
    organizationId: ofOrganization("restrict").notNull(),
    name: text("name").notNull(),
    period: text("period", { enum: PERIODS }).notNull(),
    /** Days of the company. No period begins after the last one. */
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    endsOn: date("ends_on", { mode: "string" }),
    pauses: jsonb("pauses").$type<Pause[]>().notNull(),
    /** The work order of each period; null: none. */
    workName: text("work_name"),
    workDescription: text("work_description"),
    issuesItself: boolean("issues_itself").notNull(),
    /** Follows from the pauses and from `nextOn`; every change of either updates it. */
    status: text("status", { enum: RETAINER_STATUSES }).notNull(),
    /** The first period that may still be prepared. It only rises, so that a clock set back repeats none. */
    nextIndex: integer("next_index").notNull(),
    /** When the next period begins; null: none does as long as nothing is changed. */
    nextOn: date("next_on", { mode: "string" }),
    /** Who added it, and hears of prepared invoices. */
    ownerId: ofPerson("owner_id", "set null"),
    recordVersion: version(),
    createdAt: timestamptz("created_at").notNull(),
    updatedAt: timestamptz("updated_at").notNull(),
    /** A generated column for searching. */
    words: wordsColumn(["name"], { organization: "organization_id" }),
  },
  (table) => [
    oneOf("retainers_period", table.period, PERIODS),
    oneOf("retainers_status", table.status, RETAINER_STATUSES),
    index("retainers_organization_id").on(table.organizationId),
    index("retainers_next_on").on(table.nextOn, table.retainerId),
    index("retainers_owner_id").on(table.ownerId),
    index("retainers_words").using("gin", table.words),
  ],
);

const ofRetainer = () =>
  id("retainer_id")
    .notNull()
    .references(() => retainers.retainerId, { onDelete: "cascade" });

/** What each period charges for, until the lines are changed. */
export const retainerLines = pgTable(
  "retainer_lines",
  {
    retainerId: ofRetainer(),
    position: integer("position").notNull(),
    description: text("description").notNull(),
    quantity: decimal("quantity").notNull(),
    unit: text("unit"),
    rate: decimal("rate").notNull(),
    discountPercent: percent("discount_percent").notNull(),
    hasGst: boolean("has_gst").notNull(),
  },
  (table) => [primaryKey({ columns: [table.retainerId, table.position] })],
);

/** What was prepared. The key makes each period prepare at most once, whatever clocks and workers do. */
export const retainerPeriods = pgTable(
  "retainer_periods",
  {
    retainerId: id("retainer_id")
      .notNull()
      .references(() => retainers.retainerId, { onDelete: "restrict" }),
    startsOn: date("starts_on", { mode: "string" }).notNull(),
    endsOn: date("ends_on", { mode: "string" }).notNull(),
    preparedAt: timestamptz("prepared_at").notNull(),
    /** Null: the organization was not active. */
    invoiceId: id("invoice_id").references(() => invoices.invoiceId, { onDelete: "restrict" }),
    workOrderId: id("work_order_id").references(() => workOrders.workOrderId, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.retainerId, table.startsOn] }),
    index("retainer_periods_invoice_id").on(table.invoiceId),
    index("retainer_periods_work_order_id").on(table.workOrderId),
  ],
);
