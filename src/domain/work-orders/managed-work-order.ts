import { z } from "zod";
import { DocumentStatus } from "../documents/unique-document.ts";
import { InvoiceStatus } from "../invoices/invoice.ts";
import { RecordVersion, Timestamp } from "../record-fields.ts";
import { LinkedWorkOrder, WorkOrder, WorkOrderStatus } from "./work-order.ts";

/** What the company's lists and its board show of a work order. */
export const WorkOrderCard = WorkOrder.pick({
  workOrderId: true,
  organizationId: true,
  externalId: true,
  name: true,
  uniqueDocument: true,
  invoice: true,
  workOrderStatus: true,
  createdAt: true,
  /** As it was sent, with the choice of now. */
  optional: true,
}).extend({
  organizationName: z.string(),
  /** Dollars before GST if it is done: as it was sent, or as it is priced now while its document is a draft. */
  net: z.string(),
  /** When its unpaid invoice is due; null: it has none, or that has no date. */
  dueDate: z.string().nullable(),
  linkedNames: LinkedWorkOrder.shape.linkedNames.unwrap(),
  /** When it came to its status. */
  movedAt: Timestamp,
  /** Since when its clients see it; null: they do not. */
  shownAt: Timestamp.nullable(),
});
export type WorkOrderCard = z.infer<typeof WorkOrderCard>;

export const ManagedWorkOrder = WorkOrder.extend({
  ...WorkOrderCard.pick({ organizationName: true, linkedNames: true, movedAt: true, shownAt: true }).shape,
  /** Null: it belongs to no document. */
  documentStatus: DocumentStatus.nullable(),
  recordVersion: RecordVersion,
});
export type ManagedWorkOrder = z.infer<typeof ManagedWorkOrder>;

/** So many work orders are added to a document together. */
export const MAX_PLACED_WORK = 200;

/** One column of the board, those that came last first. */
export const BoardColumn = z.strictObject({
  workOrderStatus: WorkOrderStatus,
  total: z.int().min(0),
  cards: z.array(WorkOrderCard),
});
export type BoardColumn = z.infer<typeof BoardColumn>;

export const WorkOrderEvent = z.strictObject({
  at: Timestamp,
  what: z.enum(["add", "change", "move", "settle", "show", "choose", "issue-invoice", "mark-invoice"]),
  /** Null: the portal itself, or someone who has been removed. */
  who: z.string().nullable(),
  /** The status before and after a move. */
  from: WorkOrderStatus.nullable(),
  to: WorkOrderStatus.nullable(),
  fields: z.array(z.string()),
  isWanted: z.boolean().nullable(),
  /** Its invoice, and the status that someone gave it. */
  invoice: z.strictObject({ externalId: z.string(), status: InvoiceStatus.nullable() }).nullable(),
});
export type WorkOrderEvent = z.infer<typeof WorkOrderEvent>;

/** What was never shown to clients can be deleted, what was shown only archived. */
export function isDeletable({ shownAt }: Pick<WorkOrderCard, "shownAt">): boolean {
  return shownAt === null;
}
