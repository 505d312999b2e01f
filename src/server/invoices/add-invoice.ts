import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { NewInvoice } from "#domain/invoices/invoice-details.ts";
import { invoiceOfLines, invoiceOfPage } from "#domain/invoices/invoice-of-page.ts";
import { openPercent, splitOff } from "#domain/invoices/invoice-part.ts";
import type { ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { readIntact } from "../documents/read-intact.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { findGstPercent } from "../settings/queries.ts";
import { findParts, findPlannedPercents, getManagedInvoice } from "./admin-queries.ts";
import { insertInvoice, publishInvoiceChange } from "./insert-invoice.ts";
import { issue } from "./issue-invoice.ts";

/** Adds an invoice that an editor typed, with the next number. Its amounts follow from its lines. */
export async function addInvoice(
  deps: Deps,
  editor: Editor,
  { lines, isIssued, ...typed }: NewInvoice,
): Promise<ManagedInvoice> {
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
    return getManagedInvoice(tx, deps, invoice.invoiceId);
  });
}

function noOrganization(organizationId: string): AppError {
  const message = `There is no organization "${organizationId}"`;
  return new AppError("invalid", `${message}. Nothing was saved.`, {
    issues: [{ path: "organizationId", message }],
  });
}

type InvoicedPart = z.output<(typeof calls.invoiceDocument)["body"]>;

/** Invoices a part of an accepted document, as it was decided. The lock prevents invoicing more than the total. */
export async function invoiceDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { percent, dueDate, xeroLink, isIssued }: InvoicedPart,
): Promise<ManagedInvoice> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    const { decision, content } = await readIntact(deps, tx, document);
    if (decision?.decision !== "APPROVED" || document.status !== "APPROVED") throw NOT_ACCEPTED;
    const { page, totalCost } = content;
    const whole = invoiceOfPage(page);
    if (totalCost === null || exact(totalCost).lte(0)) throw NOTHING_TO_PAY;
    if (!exact(totalCost).eq(exact(whole.total))) {
      throw new Error(`The invoice of ${uniqueDocumentId} would not come to what was accepted.`);
    }
    const parts = await findParts(tx, uniqueDocumentId);
    const planned = await findPlannedPercents(tx, uniqueDocumentId);
    const open = openPercent([...parts, ...planned]);
    if (percent > open) throw tooMuch(open, planned.length > 0);
    const { name, externalId, organizationId } = document;
    const amounts = splitOff(whole, parts, percent, `${name} (${externalId})`);
    const invoice = await insertInvoice(opened, deps, {
      organizationId,
      uniqueDocumentId,
      dueDate,
      amounts,
      name: percent === 100 ? name : `${name.slice(0, 180)} (${percent}%)`,
      percent: String(percent),
      invoiceStatus: "UNPAID",
      xeroLink,
    });
    if (isIssued) await issue(opened, deps, invoice);
    await publishInvoiceChange(tx, deps, { ...invoice, issuedAt: isIssued ? opened.at : null });
    return getManagedInvoice(tx, deps, invoice.invoiceId);
  });
}

const NOT_ACCEPTED = conflict(
  "not-accepted",
  "Only an accepted document can be invoiced. Nothing was invoiced.",
);

const NOTHING_TO_PAY = conflict(
  "nothing-to-pay",
  "What was accepted comes to $0.00 or less, so there is nothing to invoice.",
);

function tooMuch(open: number, isPlanned: boolean): AppError {
  const rest = isPlanned
    ? "Its payment plan invoices the rest of this document. Nothing was invoiced. Prepare a payment on the document's page."
    : null;
  const message =
    rest ??
    (open === 0
      ? "This document is fully invoiced already. Nothing was invoiced. Cancel one of its invoices first."
      : `Only ${open}% of this document isn't invoiced yet. Nothing was invoiced. Please choose a smaller part.`);
  return conflict("too-much", message, { openPercent: open });
}
