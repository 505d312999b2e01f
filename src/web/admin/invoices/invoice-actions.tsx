import { useState } from "react";
import { z } from "zod";
import {
  changeInvoice,
  getManagedInvoice,
  issueInvoice,
  listAllInvoices,
  markInvoice,
} from "#contract/admin/invoices.ts";
import { DueDate, type InvoiceStatus } from "#domain/invoices/invoice.ts";
import { TypedXeroLink } from "#domain/invoices/invoice-details.ts";
import type { ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { listLetters } from "#domain/paper/unprintable.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog, FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { AbnWarning } from "../ui/company-gst.tsx";
import { XeroLinkField } from "../ui/xero-link-field.tsx";
import { RecordPaymentDialog } from "./payments.tsx";

type Step = {
  button: string;
  title: string;
  text: string;
  done: string;
  tone: "primary" | "secondary" | "danger";
  run: () => Promise<ManagedInvoice>;
};

/** An editor's next actions for an invoice, each with a confirmation. */
export function InvoiceActions({ invoice }: { invoice: ManagedInvoice }) {
  const [openDialog, setOpenDialog] = useState<Step | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const [isPaying, setIsPaying] = useState(false);
  const [isIssuing, setIsIssuing] = useState(false);
  return (
    <>
      <Button onClick={() => setIsChanging(true)}>Change</Button>
      {stepsOf(invoice).map((step) => (
        <Button
          key={step.button}
          tone={step.tone === "primary" ? "primary" : "secondary"}
          onClick={() => setOpenDialog(step)}
        >
          {step.button}
        </Button>
      ))}
      {openDialog ? (
        <StepDialog step={openDialog} invoice={invoice} onClose={() => setOpenDialog(null)} />
      ) : null}
      {mayBeIssued(invoice) ? (
        <Button tone="primary" onClick={() => setIsIssuing(true)}>
          Issue
        </Button>
      ) : null}
      {takesPayments(invoice) ? (
        <Button tone="primary" onClick={() => setIsPaying(true)}>
          Record payment
        </Button>
      ) : null}
      {isIssuing ? <IssueDialog invoice={invoice} onClose={() => setIsIssuing(false)} /> : null}
      {isPaying ? <RecordPaymentDialog invoice={invoice} onClose={() => setIsPaying(false)} /> : null}
      {isChanging ? <ChangeInvoiceDialog invoice={invoice} onClose={() => setIsChanging(false)} /> : null}
    </>
  );
}

function mayBeIssued({ invoiceStatus, issuedAt }: ManagedInvoice): boolean {
  return invoiceStatus === "UNPAID" && issuedAt === null;
}

function takesPayments({ invoiceStatus, issuedAt, amountDue }: ManagedInvoice): boolean {
  return invoiceStatus === "UNPAID" && issuedAt !== null && Number(amountDue ?? 0) > 0;
}

function stepsOf(invoice: ManagedInvoice): Step[] {
  const { invoiceId, invoiceStatus, issuedAt, externalId, payments } = invoice;
  const params = { id: invoiceId };
  const mark = (to: InvoiceStatus) => () =>
    call(markInvoice, { params, body: { invoiceStatus: to, expectedStatus: invoiceStatus } });
  if (invoiceStatus === "CANCELLED") return [];
  if (invoiceStatus === "PAID") {
    // One that was paid by payments is unpaid again once they are removed.
    if (payments.length > 0) return [];
    return [
      {
        button: "Mark as unpaid",
        title: `Mark ${externalId} as unpaid?`,
        text: "The client sees that it waits for payment again.",
        done: "Marked as unpaid",
        tone: "secondary",
        run: mark("UNPAID"),
      },
    ];
  }
  const cancel: Step = {
    button: "Cancel invoice",
    title: `Cancel ${externalId}?`,
    text: "It stays cancelled and keeps its number. Its items can be invoiced again.",
    done: "Invoice cancelled",
    tone: "danger",
    run: mark("CANCELLED"),
  };
  if (issuedAt === null || takesPayments(invoice)) return [cancel];
  const pay: Step = {
    button: "Mark as paid",
    title: `Mark ${externalId} as paid?`,
    text: "The client sees that it is paid.",
    done: "Marked as paid",
    tone: "primary",
    run: mark("PAID"),
  };
  return [cancel, pay];
}

function boxesIn({ lettersWithoutFont: letters }: ManagedInvoice): string[] {
  return letters.length === 0 ? [] : [`Its PDF will show empty boxes for ${listLetters(letters)}.`];
}

function StepDialog({
  step,
  invoice,
  onClose,
}: {
  step: Step;
  invoice: ManagedInvoice;
  onClose: () => void;
}) {
  const cached = useCached();

  async function run() {
    try {
      const saved = await step.run();
      await cached.replace(getManagedInvoice, { params: { id: invoice.invoiceId } }, saved);
    } catch (error) {
      void cached.refetch(getManagedInvoice);
      throw error;
    }
    void cached.refetch(listAllInvoices);
    showToast({ title: step.done, text: invoice.externalId });
    onClose();
  }

  return (
    <ConfirmDialog
      title={step.title}
      description={step.text}
      action={step.button}
      tone={step.tone === "danger" ? "danger" : "primary"}
      back={{ label: "Go back", onPress: onClose }}
      onSubmit={run}
      onClose={onClose}
    />
  );
}

const NOTHING = z.literal("").transform(() => null);

const IssueForm = z.object({ xeroLink: z.union([NOTHING, TypedXeroLink]) });

/** Issues an invoice, with the link to Xero that its mail leads to. */
function IssueDialog({ invoice, onClose }: { invoice: ManagedInvoice; onClose: () => void }) {
  const cached = useCached();
  const { externalId, recordVersion, linesVersion } = invoice;
  const form = useSchemaForm({
    schema: IssueForm,
    values: { xeroLink: invoice.xeroLink ?? "" },
    async save({ xeroLink }) {
      const params = { id: invoice.invoiceId };
      try {
        const body = { xeroLink, recordVersion, linesVersion };
        await cached.replace(getManagedInvoice, { params }, await call(issueInvoice, { params, body }));
      } catch (error) {
        void cached.refetch(getManagedInvoice);
        throw error;
      }
      void cached.refetch(listAllInvoices);
      showToast({ title: "Invoice issued", text: externalId });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Issue ${externalId}?`}
      description={["The client sees it from now on and gets an email.", ...boxesIn(invoice)].join(" ")}
      action="Issue"
      back={{ label: "Go back", onPress: onClose }}
      failureTitle="The invoice wasn't issued"
      onClose={onClose}
    >
      <XeroLinkField link={form.watch("xeroLink")} form={form} />
      <AbnWarning />
    </FormDialog>
  );
}

const ChangeForm = z.object({
  dueDate: z.union([NOTHING, DueDate]),
  xeroLink: z.union([NOTHING, TypedXeroLink]),
});

/** Changes an invoice's due date and its link to Xero. Its lines and amounts stay. */
function ChangeInvoiceDialog({ invoice, onClose }: { invoice: ManagedInvoice; onClose: () => void }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: ChangeForm,
    values: { dueDate: invoice.dueDate ?? "", xeroLink: invoice.xeroLink ?? "" },
    recordVersion: invoice.recordVersion,
    async save(entered, recordVersion) {
      const params = { id: invoice.invoiceId };
      const saved = await call(changeInvoice, { params, body: { ...entered, recordVersion } });
      await cached.replace(getManagedInvoice, { params }, saved);
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
      description="Lines and amounts stay as they are. If you change the due date, a new PDF is made."
      action="Save"
      failureTitle="The invoice wasn't changed"
      onClose={onClose}
    >
      <TextField label="Due date" type="date" form={form} name="dueDate" />
      <XeroLinkField link={form.watch("xeroLink")} form={form} />
    </FormDialog>
  );
}
