import type { z } from "zod";
import type * as calls from "#contract/admin/invoices.ts";
import { exact } from "#domain/decimal.ts";
import type { Id } from "#domain/id.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { invoiceOfPage } from "#domain/invoices/invoice-of-page.ts";
import { openPercent, splitOff } from "#domain/invoices/invoice-part.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { readIntact } from "../documents/read-intact.ts";
import { findAdminInvoice, findParts, requireInvoice } from "./admin-queries.ts";
import { insertInvoice, publishInvoiceChange } from "./insert-invoice.ts";
import { issue } from "./issue-invoice.ts";

type Body = z.output<(typeof calls.invoiceDocument)["body"]>;

/**
 * Invoices a part of an accepted document, from the content that was decided on. The document is locked, so that two
 * editors at once never invoice more than the whole.
 */
export async function invoiceDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { percent, dueDate, isIssued }: Body,
): Promise<AdminInvoice> {
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
    const open = openPercent(parts);
    if (percent > open) throw tooMuch(open);
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
      xeroLink: null,
    });
    if (isIssued) await issue(opened, deps, invoice);
    await publishInvoiceChange(tx, deps, { ...invoice, issuedAt: isIssued ? opened.at : null });
    return requireInvoice(await findAdminInvoice(tx, deps, invoice.invoiceId));
  });
}

const NOT_ACCEPTED = new AppError(
  "conflict",
  "Only an accepted document can be invoiced. Nothing was invoiced.",
  { reason: "not-accepted" },
);

const NOTHING_TO_PAY = new AppError(
  "conflict",
  "What was accepted comes to nothing above zero, so there is nothing to invoice.",
  { reason: "nothing-to-pay" },
);

function tooMuch(open: number): AppError {
  const message =
    open === 0
      ? "This document is invoiced wholly already. Nothing was invoiced. Cancel an invoice of it first."
      : `Only ${open}% of this document is not invoiced yet. Nothing was invoiced. Please choose a smaller part.`;
  return new AppError("conflict", message, { reason: "too-much", openPercent: open });
}
