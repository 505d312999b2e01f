import { z } from "zod";
import { changeInvoice, getAdminInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { DueDate } from "#domain/invoices/invoice.ts";
import { TypedXeroLink } from "#domain/invoices/invoice-details.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { XeroLinkField } from "./xero-link-field.tsx";

const NOTHING = z.literal("").transform(() => null);

const ChangeForm = z.object({
  dueDate: z.union([NOTHING, DueDate]),
  xeroLink: z.union([NOTHING, TypedXeroLink]),
});

type ChangeInvoiceDialogProps = { invoice: AdminInvoice; onClose: () => void };

/** Changes an invoice's due date and its link to Xero. Its lines and amounts stay. */
export function ChangeInvoiceDialog({ invoice, onClose }: ChangeInvoiceDialogProps) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: ChangeForm,
    values: { dueDate: invoice.dueDate ?? "", xeroLink: invoice.xeroLink ?? "" },
    recordVersion: invoice.recordVersion,
    async save(entered, recordVersion) {
      const params = { id: invoice.invoiceId };
      const saved = await call(changeInvoice, { params, body: { ...entered, recordVersion } });
      await cached.replace(getAdminInvoice, { params }, saved);
      void cached.refetch(listAllInvoices);
      showToast({ title: "Invoice changed", text: invoice.externalId });
      onClose();
    },
    subject: "this invoice",
  });

  return (
    <FormDialog
      form={form}
      title="Change invoice"
      description="Lines and amounts stay as they are. With another due date the PDF is made again."
      action="Save"
      failureTitle="The invoice was not changed"
      onClose={onClose}
    >
      <TextField label="Due date" type="date" form={form} name="dueDate" />
      <XeroLinkField link={form.watch("xeroLink")} form={form} />
    </FormDialog>
  );
}
