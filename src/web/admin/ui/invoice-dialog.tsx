import { useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { Exact } from "#blocks/exact.tsx";
import { invoiceDocument, listAllInvoices, listInvoiceableDocuments } from "#contract/admin/invoices.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { DueDate } from "#domain/invoices/invoice.ts";
import { TypedXeroLink } from "#domain/invoices/invoice-details.ts";
import {
  type InvoiceableDocument,
  type ManagedInvoice,
  PartPercent,
} from "#domain/invoices/managed-invoice.ts";
import { TYPED_PERCENT } from "#domain/typed-decimal.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useDelayed } from "#web/lib/use-delayed.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { type ComboChoice, ComboField } from "./combo-field.tsx";
import { AbnWarning } from "./company-gst.tsx";
import { useDefaultDueDate } from "./default-due-date.ts";
import { XeroLinkField } from "./xero-link-field.tsx";

const NOTHING = z.literal("").transform(() => null);

const InvoiceForm = z.object({
  uniqueDocumentId: z.string().min(1, "Please choose an accepted document"),
  percent: TYPED_PERCENT.pipe(PartPercent),
  dueDate: z.union([NOTHING, DueDate]),
  xeroLink: z.union([NOTHING, TypedXeroLink]),
  isIssued: z.boolean(),
});

type InvoiceDialogProps = {
  /** The document to invoice. Without one, it is chosen. */
  document?: InvoiceableDocument;
  /** Whose document is chosen; left out: any organization's. */
  organizationId?: Id;
  onClose: () => void;
  onSaved: (invoice: ManagedInvoice) => void;
};

const PAUSE_MS = 200;
const LIST = new Intl.ListFormat("en-AU");

/** Invoices a part of an accepted document, with the amounts that were accepted. */
export function InvoiceDialog(props: InvoiceDialogProps) {
  const dueDate = useDefaultDueDate();
  return dueDate === null ? null : <OpenInvoiceDialog {...props} dueDate={dueDate} />;
}

function OpenInvoiceDialog({
  document: initial,
  organizationId,
  dueDate,
  onClose,
  onSaved,
}: InvoiceDialogProps & { dueDate: string }) {
  const cached = useCached();
  const [typed, setTyped] = useState("");
  const q = useDelayed(typed.trim().slice(0, 200), PAUSE_MS);
  const { data, isLoading } = useCall(
    listInvoiceableDocuments,
    { query: questionOf(q, organizationId) },
    { keepPreviousData: true },
  );
  const [chosen, setChosen] = useState(initial ?? null);
  const form = useSchemaForm({
    schema: InvoiceForm,
    values: {
      uniqueDocumentId: initial?.uniqueDocumentId ?? "",
      percent: String(initial?.openPercent ?? 100),
      dueDate,
      xeroLink: "",
      isIssued: true,
    },
    async save({ uniqueDocumentId, ...body }) {
      try {
        const invoice = await call(invoiceDocument, { params: { id: uniqueDocumentId }, body });
        showToast({ title: body.isIssued ? "Invoice issued" : "Invoice made", text: invoice.externalId });
        void cached.refetch(listAllInvoices);
        onSaved(invoice);
      } catch (error) {
        void cached.refetch(listInvoiceableDocuments);
        throw error;
      }
    },
  });
  const { register, setValue, control } = form;
  const [isIssued, xeroLink] = useWatch({ control, name: ["isIssued", "xeroLink"] });

  function choose(id: string) {
    const document = data?.find(({ uniqueDocumentId }) => uniqueDocumentId === id) ?? null;
    setChosen(document);
    setValue("uniqueDocumentId", id, { shouldValidate: true });
    if (document) setValue("percent", String(document.openPercent), { shouldValidate: true });
  }

  return (
    <FormDialog
      form={form}
      title="Invoice accepted work"
      description="The amounts are those that the client accepted. The last part takes the remaining cents."
      action="Make invoice"
      failureTitle="No invoice was made"
      onClose={onClose}
    >
      <ComboField
        label="Accepted document"
        error={form.formState.errors.uniqueDocumentId?.message}
        value={chosen ? choiceOf(chosen) : null}
        onChange={(choice) => choose(choice?.id ?? "")}
        choices={data?.map(choiceOf) ?? (isLoading ? undefined : [])}
        onSearch={setTyped}
        isDisabled={initial !== undefined}
      />
      {chosen ? (
        <p className="text-ink-soft text-sm">
          Accepted: <Exact>{formatDollars(chosen.total)}</Exact>. Not invoiced yet: {chosen.openPercent}%.
        </p>
      ) : null}
      {chosen && chosen.otherInvoices.length > 0 ? (
        <Notice tone="warning" title={`Already linked: ${LIST.format(chosen.otherInvoices)}`}>
          Please check that it doesn't ask for the same work: the percentage above doesn't count it.
        </Notice>
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Part in per cent"
          hint="30 for a deposit, then the rest"
          inputMode="decimal"
          autoComplete="off"
          form={form}
          name="percent"
        />
        <TextField label="Due date" type="date" form={form} name="dueDate" />
      </div>
      <XeroLinkField link={xeroLink} form={form} />
      <Checkbox label="Issue it now: the client sees it and gets an email" {...register("isIssued")} />
      {isIssued ? <AbnWarning /> : null}
    </FormDialog>
  );
}

function questionOf(q: string, organizationId: Id | undefined) {
  return { ...(q !== "" && { q }), ...(organizationId !== undefined && { organizationId }) };
}

function choiceOf({ uniqueDocumentId: id, name, ...document }: InvoiceableDocument): ComboChoice {
  return { id, name, note: `${document.externalId} · ${document.organizationName}` };
}
