import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { changeInvoice, getAdminInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { DueDate } from "#domain/invoices/invoice.ts";
import { TypedXeroLink } from "#domain/invoices/invoice-details.ts";
import { call } from "#web/lib/call.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
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
  const { dueDate, xeroLink } = invoice;
  // A colleague's change may arrive meanwhile. It is not what the editor read.
  const [recordVersion] = useState(invoice.recordVersion);
  const { register, handleSubmit, watch, formState } = useForm({
    mode: "onTouched",
    resolver: zodResolver(ChangeForm),
    defaultValues: { dueDate: dueDate ?? "", xeroLink: xeroLink ?? "" },
  });
  const { errors } = formState;

  const submit = handleSubmit(async (wanted) => {
    const params = { id: invoice.invoiceId };
    const saved = await call(changeInvoice, { params, body: { ...wanted, recordVersion } });
    await cached.replace(getAdminInvoice, { params }, saved);
    void cached.refetch(listAllInvoices);
    showToast({ title: "Invoice changed", text: invoice.externalId });
    onClose();
  });

  return (
    <FormDialog
      title="Change invoice"
      description="Lines and amounts stay as they are. With another due date the PDF is made again."
      action="Save"
      failureTitle="The invoice was not changed"
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Due date" type="date" {...fieldOf(register, errors, "dueDate")} />
      <XeroLinkField link={watch("xeroLink")} {...fieldOf(register, errors, "xeroLink")} />
    </FormDialog>
  );
}
