import { z } from "zod";

/** Records of an organization, and what they come to together. */
export const RecordsTotal = z.strictObject({
  records: z.int().min(0),
  /** Those among them whose amount the portal does not know. */
  withoutAmount: z.int().min(0),
  /** In dollars, exact to the cent. */
  total: z.string(),
});
export type RecordsTotal = z.infer<typeof RecordsTotal>;

/** What an organization is offered, has agreed to and owes. Archived, withdrawn and cancelled records do not count. */
export const OrganizationTotals = z.strictObject({
  waiting: RecordsTotal,
  accepted: RecordsTotal,
  /** Of accepted documents: the part that no invoice asks for. */
  notInvoiced: RecordsTotal,
  /** What of it payment plans invoice by themselves, in dollars. */
  planned: z.string(),
  /** Invoices that wait to be issued. */
  drafts: RecordsTotal,
  /** Issued invoices that are not paid. */
  unpaid: RecordsTotal,
});
export type OrganizationTotals = z.infer<typeof OrganizationTotals>;
