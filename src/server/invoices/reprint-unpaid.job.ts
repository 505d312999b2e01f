import { and, isNotNull } from "drizzle-orm";
import { change, PORTAL } from "../access/change.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { invoices, isUnpaid } from "../schema/documents.ts";
import { REPRINT_UNPAID } from "../settings/update-settings.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.job.ts";

/** Has the PDFs of unpaid invoices made again, so that none asks to pay into an account that was closed. */
export const reprintUnpaid = defineJob({
  ...REPRINT_UNPAID,
  async run(deps) {
    await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx }) => {
      const printed = await tx
        .update(invoices)
        .set({ fileId: null })
        .where(and(isUnpaid(invoices), isNotNull(invoices.fileId)))
        .returning({ invoiceId: invoices.invoiceId });
      for (const one of printed) await deps.queue.enqueue(tx, renderInvoicePdf, one);
    });
  },
});
