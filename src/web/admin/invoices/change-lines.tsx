import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import { changeInvoiceLines, getAdminInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import { type AdminInvoice, linesAsRead } from "#domain/invoices/admin-invoice.ts";
import { InvoiceLinesForm as Rules } from "#domain/invoices/invoice-details.ts";
import type { InvoiceLine } from "#domain/invoices/invoice-line.ts";
import { call, explainFormFailure } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { KeepTyped } from "#web/ui/keep-typed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useGstPercent } from "../ui/use-gst-percent.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { InvoiceSums } from "./invoice-sums.tsx";
import { priceTyped } from "./typed-amounts.ts";

type ChangeLinesProps = { invoice: AdminInvoice; onClose: () => void };

/** The form of the lines of a typed invoice that is not issued. */
export function ChangeLines({ invoice, onClose }: ChangeLinesProps) {
  // A colleague's change may arrive meanwhile. It is not what the editor read.
  const [read] = useState(invoice);
  const [failure, setFailure] = useState<string | null>(null);
  const cached = useCached();
  const form = useForm<z.input<typeof Rules>, unknown, z.output<typeof Rules>>({
    mode: "onTouched",
    resolver: zodResolver(Rules),
    defaultValues: { lines: linesAsRead(read.amounts).map(typedOf) },
  });
  const { isSubmitting, isDirty } = form.formState;
  const amounts = priceTyped(useWatch({ control: form.control, name: "lines" }), useGstPercent());

  const submit = form.handleSubmit(async ({ lines }) => {
    setFailure(null);
    const params = { id: invoice.invoiceId };
    try {
      const saved = await call(changeInvoiceLines, {
        params,
        body: { lines, recordVersion: read.linesVersion },
      });
      await cached.replace(getAdminInvoice, { params }, saved);
    } catch (error) {
      setFailure(explainFormFailure(error));
      return;
    }
    void cached.refetch(listAllInvoices);
    showToast({ title: "Lines changed", text: invoice.externalId });
    onClose();
  });

  return (
    <form noValidate className="mt-8 max-w-4xl space-y-5" onSubmit={(event) => void submit(event)}>
      <KeepTyped isTyped={isDirty && !isSubmitting} />
      {failure ? (
        <Notice tone="error" title="The lines were not changed">
          {failure}
        </Notice>
      ) : null}
      <FormProvider {...form}>
        <InvoiceLines amounts={amounts} />
      </FormProvider>
      <Card aria-label="Totals of the lines" className="max-w-sm p-5 sm:ml-auto">
        <InvoiceSums amounts={amounts} />
      </Card>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button tone="primary" type="submit" isBusy={isSubmitting}>
          Save lines
        </Button>
      </div>
    </form>
  );
}

function typedOf({ quantity, unit, rate, discountPercent, ...line }: Omit<InvoiceLine, "amount">) {
  return {
    ...line,
    quantity: String(quantity),
    unit: unit ?? "",
    rate: String(rate),
    discountPercent: String(discountPercent),
  };
}
