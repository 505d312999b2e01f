import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import type { z } from "zod";
import { addInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import { INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import { type NewInvoice, InvoiceForm as Rules } from "#domain/invoices/invoice-details.ts";
import { ChoiceField } from "#web/admin/ui/choice-field.tsx";
import type { ComboChoice } from "#web/admin/ui/combo-field.tsx";
import { AbnWarning, useGstPercent } from "#web/admin/ui/company-gst.tsx";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useDefaultDueDate } from "../ui/default-due-date.ts";
import { ForEditors } from "../ui/record-screen.tsx";
import { RequestedOrganization } from "../ui/requested-organization.tsx";
import { XeroLinkField } from "../ui/xero-link-field.tsx";
import { InvoiceLines, InvoiceSums, priceTyped } from "./invoice-lines.tsx";

export function NewInvoicePage() {
  const navigate = useNavigate();
  const cached = useCached();
  const dueDate = useDefaultDueDate();

  async function save(body: NewInvoice) {
    const { invoiceId, externalId, name } = await call(addInvoice, { body });
    showToast({ title: `${externalId} ${body.isIssued ? "issued" : "made"}`, text: name });
    void cached.refetch(listAllInvoices);
    await navigate(invoicePath(invoiceId), { replace: true });
  }

  return (
    <Screen
      title="New invoice"
      eyebrow={<TextLink to={PATHS.invoices}>Invoices</TextLink>}
      intro="For work that no accepted document covers. It gets the next number."
    >
      <ForEditors message="Editors and owners make invoices. You may read them.">
        <RequestedOrganization>
          {(organization) =>
            dueDate === null ? (
              <Loading label="Loading the settings">
                <Skeleton className="h-72 w-full rounded-lg" />
              </Loading>
            ) : (
              <InvoiceForm
                key={organization?.id}
                organization={organization}
                dueDate={dueDate}
                onSave={save}
              />
            )
          }
        </RequestedOrganization>
      </ForEditors>
    </Screen>
  );
}

export type Entered = z.output<typeof Rules>;
export type Typed = Omit<z.input<typeof Rules>, "invoiceStatus"> & {
  invoiceStatus: Entered["invoiceStatus"] | "";
};

const EMPTY: Typed = {
  organizationId: "",
  invoiceStatus: "",
  name: "",
  dueDate: "",
  xeroLink: "",
  lines: [],
  isIssued: false,
};

type InvoiceFormProps = {
  /** Who pays it at first; null: its author chooses. */
  organization: ComboChoice | null;
  /** The due date at first; "": none. */
  dueDate?: string;
  onSave: (entered: Entered) => Promise<void>;
};

/** The form of an invoice (FORM-3). Amounts follow the typing by the rules that price the saved invoice. */
export function InvoiceForm({ organization: requested, dueDate = "", onSave }: InvoiceFormProps) {
  const [organization, setOrganization] = useState(requested);
  const form = useSchemaForm({
    // An empty status is typed too, and the rules refuse it.
    schema: Rules as unknown as z.ZodType<Entered, Typed>,
    values: { ...EMPTY, dueDate, organizationId: requested?.id ?? "" },
    save: onSave,
  });
  const { control, register, setValue, formState } = form;
  const [lines, isIssued, xeroLink] = useWatch({ control, name: ["lines", "isIssued", "xeroLink"] });
  const amounts = priceTyped(lines, useGstPercent());

  function choose(choice: ComboChoice | null) {
    setOrganization(choice);
    setValue("organizationId", choice?.id ?? "", { shouldDirty: true, shouldValidate: true });
  }

  return (
    <RecordForm form={form} failureTitle="The invoice wasn't saved">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-10">
        <div className="space-y-5">
          <TextField
            label="Name"
            hint="The purpose of the invoice. If empty, its number is shown."
            autoComplete="off"
            form={form}
            name="name"
          />
          <FormProvider {...form}>
            <InvoiceLines amounts={amounts} />
          </FormProvider>
        </div>
        <Card aria-label="Invoice" className="space-y-4 p-5">
          <ChoiceField
            of="organization"
            label="Organization"
            value={organization}
            onChange={choose}
            error={formState.errors.organizationId?.message}
          />
          <SelectField label="Status" form={form} name="invoiceStatus">
            <option value="">Select...</option>
            {Object.entries(INVOICE_STATUS_LABELS).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField label="Due date" type="date" form={form} name="dueDate" />
          <XeroLinkField link={xeroLink} form={form} />
          <Checkbox label="Issue it now: the client sees it and gets an email" {...register("isIssued")} />
          {isIssued ? <AbnWarning /> : null}
          <div className="border-line border-t pt-4">
            <InvoiceSums amounts={amounts} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" type="submit" isBusy={form.isBusy}>
              Make invoice
            </Button>
            <ButtonLink to={PATHS.invoices}>Cancel</ButtonLink>
          </div>
        </Card>
      </div>
    </RecordForm>
  );
}
