import { z } from "zod";
import { DocumentType } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { UndeliveredMail } from "../mail/undelivered-mail.ts";
import { ManagedRequest } from "../permissions/managed-people.ts";
import { Timestamp } from "../record-fields.ts";

/** How many records of each kind the home names. The totals count all. */
export const NAMED_ON_HOME = 5;

/** Who has not marked decisions as seen yet is shown those of the last days. */
export const FIRST_LOOK_DAYS = 30;

const HomeDocument = z.strictObject({
  uniqueDocumentId: Id,
  externalId: z.string(),
  name: z.string(),
  documentType: DocumentType,
  organizationId: Id,
  organizationName: z.string(),
  /** The whole total in dollars, with prices that clients do not see; null without one. */
  totalCost: z.string().nullable(),
});

export const DecidedDocument = HomeDocument.extend({
  decidedAt: Timestamp,
  decidedBy: z.string(),
  reason: z.string().nullable(),
});
export type DecidedDocument = z.infer<typeof DecidedDocument>;

export const OpenedDocument = HomeDocument.extend({
  lastOpenedAt: Timestamp,
  /** Null: a visitor of the public view. */
  lastOpenedBy: z.string().nullable(),
});
export type OpenedDocument = z.infer<typeof OpenedDocument>;

export const UnopenedDocument = HomeDocument.extend({ sentAt: Timestamp });
export type UnopenedDocument = z.infer<typeof UnopenedDocument>;

export const WaitingDraft = HomeDocument.extend({
  changedAt: Timestamp,
  /** Who saved its page last; null if an import did. */
  changedBy: z.string().nullable(),
});

/** How many months the home looks back, this one included. */
export const MONTHS_ON_HOME = 12;

export const HomeMonth = z.strictObject({
  /** "2026-11", in the company's time zone. */
  month: z.string(),
  sent: z.int().min(0),
  opened: z.int().min(0),
  won: z.int().min(0),
  /** What was accepted in this month, in dollars. */
  worthWon: z.string(),
});
export type HomeMonth = z.infer<typeof HomeMonth>;

export const UnpaidInvoice = z.strictObject({
  invoiceId: Id,
  externalId: z.string(),
  name: z.string(),
  organizationId: Id,
  organizationName: z.string(),
  /** What is left to pay, in dollars; null for an invoice without amounts. */
  amountDue: z.string().nullable(),
  createdAt: Timestamp,
});

/** An accepted document of which a part is not invoiced. */
export const DocumentToInvoice = HomeDocument.omit({ totalCost: true }).extend({
  acceptedAt: Timestamp,
  /** What no invoice asks for, in dollars. */
  openAmount: z.string(),
  /** What of it the payment plan invoices by itself. */
  plannedAmount: z.string(),
});
export type DocumentToInvoice = z.infer<typeof DocumentToInvoice>;

/** The accepted documents, the newest ones, among which home looks for those that are not invoiced. */
export const ACCEPTED_ON_HOME = 1000;

function part<Row extends z.ZodType>(row: Row) {
  return z.strictObject({ total: z.int().min(0), rows: z.array(row).max(NAMED_ON_HOME) });
}

function pricedPart<Row extends z.ZodType>(row: Row) {
  /** The sum of all totals in dollars; null if nothing has a price. */
  return part(row).extend({ worth: z.string().nullable() });
}

export const FirstSteps = z.strictObject({
  isCompanyNamed: z.boolean(),
  /** The first organization, active ones and those with people before others. */
  client: z
    .strictObject({
      organizationId: Id,
      organizationName: z.string(),
      isActive: z.boolean(),
      /** Whether somebody belongs to it or is invited. */
      hasPerson: z.boolean(),
    })
    .nullable(),
  /** The general terms, published or in draft. */
  terms: z.strictObject({ generalDocumentId: Id, isPublished: z.boolean() }).nullable(),
  /** The document that was changed last, and whether one of the company's people was mailed it as a sample. */
  draft: z.strictObject({ uniqueDocumentId: Id, name: z.string(), isSampleSent: z.boolean() }).nullable(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** What needs the company now. */
export const Home = z.strictObject({
  /** Decisions after this moment are new to the person. */
  seenUntil: Timestamp,
  accepted: pricedPart(DecidedDocument),
  declined: pricedPart(DecidedDocument),
  /** Oldest first, up to this one; none before anything was sent. */
  months: z.array(HomeMonth).max(MONTHS_ON_HOME),
  documentDrafts: part(WaitingDraft),
  opened: pricedPart(OpenedDocument),
  unopened: pricedPart(UnopenedDocument),
  requests: part(ManagedRequest),
  toInvoice: pricedPart(DocumentToInvoice),
  /** Invoices that wait for an editor to issue them: how many, and what they come to. */
  drafts: z.strictObject({ total: z.int().min(0), worth: z.string().nullable() }),
  unpaid: pricedPart(UnpaidInvoice),
  givenUp: part(UndeliveredMail),
  /** What leads to the first sent document, as far as it is done; null once one was sent. */
  firstSteps: FirstSteps.nullable(),
});
export type Home = z.infer<typeof Home>;
