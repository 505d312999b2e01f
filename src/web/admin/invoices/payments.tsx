import { useMemo, useState } from "react";
import { z } from "zod";
import { Exact } from "#blocks/exact.tsx";
import {
  getManagedInvoice,
  listAllInvoices,
  recordPayment,
  removePayment,
} from "#contract/admin/invoices.ts";
import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import type { ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { type ManagedPayment, NewPayment, refusePayment } from "#domain/invoices/payment.ts";
import { typedDecimal } from "#domain/typed-decimal.ts";
import { orNone } from "#domain/typed-text.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime, companyToday } from "#web/lib/company-time.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";

const PaymentForm = NewPayment.extend({
  amount: typedDecimal(
    { missing: "Please enter an amount", wrong: "Please enter an amount, such as 120 or 95.50" },
    "money",
  ).pipe(NewPayment.shape.amount),
  reference: orNone(NewPayment.shape.reference.unwrap()),
  mailsReceipt: z.boolean(),
});

/** The rules of a payment with the amount that is left to pay, so that a wrong one is explained at its field. */
function paymentForm(amountDue: string) {
  return PaymentForm.superRefine((payment, context) => {
    const refusal = refusePayment(payment, { amountDue, today: companyToday() });
    if (refusal) context.addIssue({ code: "custom", message: refusal.message, path: [refusal.field] });
  });
}

type DialogProps = { invoice: ManagedInvoice; onClose: () => void };

/** Records a payment. It begins with what is left to pay, paid today. */
export function RecordPaymentDialog({ invoice, onClose }: DialogProps) {
  const cached = useCached();
  const [amountDue] = useState(invoice.amountDue ?? "0.00");
  const schema = useMemo(() => paymentForm(amountDue), [amountDue]);
  const form = useSchemaForm({
    schema,
    values: { paidOn: companyToday(), amount: amountDue, reference: "", mailsReceipt: true },
    async save(payment) {
      const params = { id: invoice.invoiceId };
      try {
        const saved = await call(recordPayment, {
          params,
          body: { ...payment, expectedAmountDue: amountDue },
        });
        await cached.replace(getManagedInvoice, { params }, saved);
        const text =
          saved.invoiceStatus === "PAID"
            ? `${saved.externalId} is paid in full`
            : `${formatDollars(saved.amountDue ?? "0")} is left to pay`;
        showToast({ title: "Payment recorded", text });
      } catch (error) {
        void cached.refetch(getManagedInvoice);
        throw error;
      }
      void cached.refetch(listAllInvoices);
      onClose();
    },
  });
  const { register } = form;
  return (
    <FormDialog
      form={form}
      title={`Record a payment of ${invoice.externalId}`}
      description={`${formatDollars(amountDue)} is left to pay.`}
      action="Save payment"
      failureTitle="No payment was recorded"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Amount" inputMode="decimal" autoComplete="off" form={form} name="amount" />
        <TextField label="Paid on" type="date" max={companyToday()} form={form} name="paidOn" />
      </div>
      <TextField
        label="Reference"
        hint="As your bank statement has it. The client sees it."
        autoComplete="off"
        form={form}
        name="reference"
      />
      <Checkbox label="Email a receipt to the client" {...register("mailsReceipt")} />
    </FormDialog>
  );
}

/** What was paid so far. Editors remove what was recorded by mistake. */
export function Payments({ invoice, mayChange }: { invoice: ManagedInvoice; mayChange: boolean }) {
  const [removed, setRemoved] = useState<ManagedPayment | null>(null);
  const { payments, amountDue } = invoice;
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="payments" className="mt-8 max-w-4xl">
      <h2 id="payments" className="mb-2 font-semibold text-lg">
        Payments
      </h2>
      <ul className="divide-y divide-line border-line border-y">
        {payments.map((payment) => (
          <li
            key={payment.paymentId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
          >
            <div className="min-w-0">
              <Exact className="font-medium">{formatDay(payment.paidOn)}</Exact>
              {payment.reference === null ? null : (
                <span className="wrap-anywhere ml-3">{payment.reference}</span>
              )}
              <p className="text-ink-faint text-sm">{recordedText(payment)}</p>
            </div>
            <div className="ml-auto flex items-center gap-3">
              <Exact className="tabular-nums">{formatDollars(payment.amount)}</Exact>
              {mayChange ? (
                <Button size="sm" onClick={() => setRemoved(payment)}>
                  Remove
                  <span className="sr-only"> the payment of {formatDollars(payment.amount)}</span>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <p className="flex justify-between pt-2.5 font-semibold">
        <span>Left to pay</span>
        <Exact className="tabular-nums">{formatDollars(amountDue ?? "0")}</Exact>
      </p>
      {removed ? (
        <RemovePaymentDialog invoice={invoice} payment={removed} onClose={() => setRemoved(null)} />
      ) : null}
    </section>
  );
}

function recordedText({ recordedAt, recordedBy }: ManagedPayment): string {
  const by = recordedBy === null ? "" : ` by ${recordedBy}`;
  return `Recorded ${companyDateTime(recordedAt)}${by}`;
}

function RemovePaymentDialog({ invoice, payment, onClose }: DialogProps & { payment: ManagedPayment }) {
  const cached = useCached();
  const { invoiceId, externalId } = invoice;

  async function remove() {
    try {
      const params = { id: invoiceId, paymentId: payment.paymentId };
      const saved = await call(removePayment, { params });
      await cached.replace(getManagedInvoice, { params: { id: invoiceId } }, saved);
    } catch (error) {
      void cached.refetch(getManagedInvoice);
      throw error;
    }
    void cached.refetch(listAllInvoices);
    showToast({ title: "Payment removed", text: externalId });
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Remove the payment of ${formatDollars(payment.amount)}?`}
      description={`It was recorded for ${formatDay(payment.paidOn)}. The client sees that the invoice waits for this amount again.`}
      action="Remove payment"
      tone="danger"
      back={{ label: "Go back", onPress: onClose }}
      onSubmit={remove}
      onClose={onClose}
    />
  );
}
