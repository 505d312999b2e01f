import { FormProvider, useWatch } from "react-hook-form";
import { changeInvoiceLines, getAdminInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import type { AdminInvoice } from "#domain/invoices/admin-invoice.ts";
import { InvoiceLinesForm as Rules } from "#domain/invoices/invoice-details.ts";
import type { InvoiceLine } from "#domain/invoices/invoice-line.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useGstPercent } from "../ui/company-gst.tsx";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoiceSums } from "./invoice-sums.tsx";
import { priceTyped } from "./typed-amounts.ts";

type ChangeLinesProps = { invoice: AdminInvoice; onClose: () => void };

/** The form of the lines of a typed invoice that is not issued. */
export function ChangeLines({ invoice, onClose }: ChangeLinesProps) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: Rules,
    values: { lines: (invoice.amounts?.lines ?? []).map(typedOf) },
    recordVersion: invoice.linesVersion,
    async save({ lines }, recordVersion) {
      const params = { id: invoice.invoiceId };
      const saved = await call(changeInvoiceLines, { params, body: { lines, recordVersion } });
      await cached.replace(getAdminInvoice, { params }, saved);
      void cached.refetch(listAllInvoices);
      showToast({ title: "Lines changed", text: invoice.externalId });
      onClose();
    },
    subject: "this invoice",
  });
  const amounts = priceTyped(useWatch({ control: form.control, name: "lines" }), useGstPercent());

  return (
    <RecordForm form={form} failureTitle="The lines were not changed" className="mt-8 max-w-4xl space-y-5">
      <FormProvider {...form}>
        <InvoiceLines amounts={amounts} />
      </FormProvider>
      <Card aria-label="Totals of the lines" className="max-w-sm p-5 sm:ml-auto">
        <InvoiceSums amounts={amounts} />
      </Card>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Button onClick={onClose} disabled={form.isBusy}>
          Cancel
        </Button>
        <Button tone="primary" type="submit" isBusy={form.isBusy}>
          Save lines
        </Button>
      </div>
    </RecordForm>
  );
}

function typedOf({ quantity, unit, rate, discountPercent, amount: _, ...line }: InvoiceLine) {
  return {
    ...line,
    quantity: String(quantity),
    unit: unit ?? "",
    rate: String(rate),
    discountPercent: String(discountPercent),
  };
}
