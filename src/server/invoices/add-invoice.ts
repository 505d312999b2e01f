import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import type { NewInvoice } from "#domain/invoices/invoice-details.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { findGstPercent } from "../settings/queries.ts";
import { findAdminInvoice, requireInvoice } from "./admin-queries.ts";
import { insertInvoice, publishInvoiceChange } from "./insert-invoice.ts";
import { issue } from "./issue-invoice.ts";

/** Adds an invoice that an editor typed, with the next number. Its amounts follow from its lines. */
export async function addInvoice(
  deps: Deps,
  editor: Editor,
  { lines, isIssued, ...typed }: NewInvoice,
): Promise<AdminInvoice> {
  return change(deps, editor, async (opened) => {
    const { tx, at } = opened;
    const { organizationId } = typed;
    const known = await findOrganizationNames(tx, [organizationId]);
    if (!known.has(organizationId)) throw noOrganization(organizationId);
    const invoice = await insertInvoice(opened, deps, {
      ...typed,
      amounts: lines.length === 0 ? null : invoiceOfLines(lines, await findGstPercent(tx)),
      uniqueDocumentId: null,
      percent: null,
    });
    if (isIssued) await issue(opened, deps, invoice);
    await publishInvoiceChange(tx, deps, { ...invoice, issuedAt: isIssued ? at : null });
    return requireInvoice(await findAdminInvoice(tx, deps, invoice.invoiceId));
  });
}

function noOrganization(organizationId: string): AppError {
  const message = `There is no organization "${organizationId}"`;
  return new AppError("invalid", `${message}. Nothing was saved.`, {
    issues: [{ path: "organizationId", message }],
  });
}
