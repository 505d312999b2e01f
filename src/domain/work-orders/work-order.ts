import { z } from "zod";
import { Decimal } from "../decimal.ts";
import { ListedDocument } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { ListedInvoice, NO_INVOICE } from "../invoices/invoice.ts";
import { Percent, Quantity } from "../pricing/ranges.ts";
import { Timestamp } from "../record-fields.ts";

export const WORK_ORDER_STATUSES = [
  "DRAFT",
  "OPEN",
  "IN_PROGRESS",
  "IN_REVIEW",
  "UAT",
  "DONE",
  "ARCHIVED",
] as const;
export const WorkOrderStatus = z.enum(WORK_ORDER_STATUSES);
export type WorkOrderStatus = z.infer<typeof WorkOrderStatus>;

/** In the order of the work. */
export const WORK_ORDER_STATUS_LABELS = {
  DRAFT: "Draft",
  OPEN: "Open",
  IN_PROGRESS: "In Progress",
  IN_REVIEW: "In Review",
  UAT: "UAT",
  DONE: "Done",
  ARCHIVED: "Archived",
} satisfies Record<WorkOrderStatus, string>;

/** The value of a link to no document (spec 1 section 9). */
export const NO_PROPOSAL = "NO_PROPOSAL";

const WorkOrderProduct = z.strictObject({
  productId: Id,
  /** The number of units, at least 0.001; a missing number counts as 0. */
  total: Quantity.nullable(),
});
export const WorkOrderChoice = z.strictObject({
  isOptional: z.boolean(),
  doesClientWantWorkDone: z.boolean(),
});
export type WorkOrderChoice = z.infer<typeof WorkOrderChoice>;

export const WorkOrder = z.strictObject({
  workOrderId: Id,
  organizationId: Id,
  externalId: z.string().max(64),
  name: z.string().min(1).max(200),
  /** Sanitised HTML. */
  description: z.string(),
  uniqueDocument: z.union([Id, z.literal(NO_PROPOSAL)]),
  invoice: z.union([Id, z.literal(NO_INVOICE)]),
  workOrderStatus: WorkOrderStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  products: z.array(WorkOrderProduct),
  discountPercent: Percent,
  discountName: z.string().max(100).nullable(),
  optional: WorkOrderChoice,
});
export type WorkOrder = z.infer<typeof WorkOrder>;

/** A work order as clients see it. Of a draft's work order they see neither the description nor the rest of the work. */
export const ShownWorkOrder = WorkOrder.extend({
  /** Empty if the document hides the lines of the work. */
  products: WorkOrder.shape.products,
  /** Null if the document hides its prices. */
  discountPercent: WorkOrder.shape.discountPercent.nullable(),
});
export type ShownWorkOrder = z.infer<typeof ShownWorkOrder>;

/** A work order with the names of its document and invoice, if the call asks for them. */
export const LinkedWorkOrder = ShownWorkOrder.extend({
  linkedNames: z
    .strictObject({ uniqueDocument: z.string().nullable(), invoice: z.string().nullable() })
    .optional(),
  /** Dollars before GST, with the names; null: its document shows no price of it. */
  net: z.string().nullable().optional(),
});
export type LinkedWorkOrder = z.infer<typeof LinkedWorkOrder>;

/** A work order's lines and price as far as its document shows them. Amounts are dollars before GST. */
export const WorkOrderQuote = z.strictObject({
  /** Null: the document hides the lines. Without a shown price a line has no rate and no amount. */
  lines: z
    .array(
      z.strictObject({
        productName: z.string().nullable(),
        productUnit: z.string().nullable(),
        total: Decimal.nullable(),
        rate: z.string().nullable(),
        amount: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Null: the document hides its prices, or no document prices the work. */
  price: z
    .strictObject({
      gross: z.string(),
      discount: z.string(),
      net: z.string(),
      /** Whether the document adds GST to it. */
      hasGst: z.boolean(),
    })
    .nullable(),
});
export type WorkOrderQuote = z.infer<typeof WorkOrderQuote>;

/** What the page of a work order shows of its document, as far as clients see it. */
export const DocumentOfWork = ListedDocument.pick({
  externalId: true,
  documentType: true,
  status: true,
  closedBecause: true,
  totalCost: true,
  hidesPrices: true,
});
export type DocumentOfWork = z.infer<typeof DocumentOfWork>;

/** What the page of a work order shows of its invoice. */
export const InvoiceOfWork = ListedInvoice.pick({
  externalId: true,
  invoiceStatus: true,
  dueDate: true,
  total: true,
  amountDue: true,
});
export type InvoiceOfWork = z.infer<typeof InvoiceOfWork>;

/** When work last came to each status that it has had, as far as that is known. */
export const WorkProgress = z.array(z.strictObject({ status: WorkOrderStatus, at: Timestamp }));
export type WorkProgress = z.infer<typeof WorkProgress>;

/** A work order with what its page shows, if the call asks for its quote. */
export const DetailedWorkOrder = LinkedWorkOrder.extend({
  /** Null for a draft's work order. */
  quote: WorkOrderQuote.nullable().optional(),
  progress: WorkProgress.optional(),
  /** Null: clients see none. */
  documentOfWork: DocumentOfWork.nullable().optional(),
  invoiceOfWork: InvoiceOfWork.nullable().optional(),
});
export type DetailedWorkOrder = z.infer<typeof DetailedWorkOrder>;
