import { z } from "zod";
import { DOCUMENT_TYPES, LISTED_STATUSES } from "../documents/unique-document.ts";
import { Id } from "../id.ts";
import { INVOICE_STATUSES } from "../invoices/invoice.ts";
import { ORGANIZATION_STATUSES } from "../organizations/organization.ts";
import { Timestamp } from "../record-fields.ts";
import { WORK_ORDER_STATUSES } from "../work-orders/work-order.ts";

/** The kinds of records that a search finds with their headings, in the order in which they are shown. */
export const SEARCH_LABELS = {
  document: "Documents",
  workOrder: "Work orders",
  invoice: "Invoices",
  retainer: "Retainers",
  organization: "Organizations",
  person: "People",
  product: "Products",
  generalDocument: "General documents",
  template: "Templates",
};
export type SearchKind = keyof typeof SEARCH_LABELS;
export const SEARCH_KINDS = Object.keys(SEARCH_LABELS) as SearchKind[];

/** A record whose name or number has the typed words, or a document whose page has them. */
export const SearchHit = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  id: Id,
  name: z.string(),
  /** Such as "DOC-1042"; null for records without a number. */
  number: z.string().nullable(),
  documentType: z.enum(DOCUMENT_TYPES).nullable(),
  email: z.string().nullable(),
  /** Whose record it is; null for a client, who sees one organization only. */
  organizationName: z.string().nullable(),
  /** As in lists; null for records without a status. */
  status: z
    .enum([...LISTED_STATUSES, ...WORK_ORDER_STATUSES, ...INVOICE_STATUSES, ...ORGANIZATION_STATUSES])
    .nullable(),
  /** When a document was last changed, or another record made; null for records without a date. */
  at: Timestamp.nullable(),
  /** In dollars, as far as the caller sees it. */
  total: z.string().nullable(),
  /** Where the words are in the document's page; null if its name or number has them. */
  part: z
    .strictObject({
      blockId: z.string(),
      /** Whether the page is a draft that editors write on. */
      isDraft: z.boolean(),
      /** The heading above the block, or the quoted work. */
      heading: z.string().nullable(),
      text: z.string(),
    })
    .nullable(),
});
export type SearchHit = z.infer<typeof SearchHit>;
export type HitPart = NonNullable<SearchHit["part"]>;

/** What a record that has nothing but a name has in the other places. */
export const NAME_ALONE = {
  number: null,
  documentType: null,
  email: null,
  organizationName: null,
  status: null,
  at: null,
  total: null,
};

/** More characters are not searched. */
export const MAX_TYPED = 200;

/** The most hits of one kind, and the most documents found by their pages. */
export const MAX_HITS = 5;

/** The kinds of records that forms of the company's side name. */
export const ChoiceKind = z.enum(["organization", "document", "invoice"]);
export type ChoiceKind = z.infer<typeof ChoiceKind>;

export const Choice = z.strictObject({
  id: Id,
  name: z.string(),
  /** The number of a document or invoice; null for an organization. */
  number: z.string().nullable(),
});
export type Choice = z.infer<typeof Choice>;
