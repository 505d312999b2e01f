import { FormProvider } from "react-hook-form";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { TypedAddress } from "#domain/organizations/managed-organization.ts";
import type { ManagedSettings } from "#domain/settings/settings.ts";
import { TypedSettings, typeSettings } from "#domain/settings/typed-settings.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { updateBrand } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { LogoField } from "../settings/look-fields.tsx";

const CompanyForm = TypedSettings.extend({ companySite: TypedAddress });

type CompanyDialogProps = { onClose: () => void; onSaved: () => void };

/** Asks an owner for what clients read of the company, before it has a name. */
export function CompanyDialog(props: CompanyDialogProps) {
  const { data } = useCall(getSettings, {});
  return data ? <DetailsDialog settings={data} {...props} /> : null;
}

function DetailsDialog({ settings, onClose, onSaved }: CompanyDialogProps & { settings: ManagedSettings }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: CompanyForm,
    // The name and website of the configuration are an example's.
    values: { ...typeSettings(settings), companyName: "", companySite: "" },
    recordVersion: settings.recordVersion,
    async save({ documentNumbers, invoiceNumbers, ...entered }, recordVersion) {
      const { next: _, ...ofDocuments } = documentNumbers;
      const { next: __, ...ofInvoices } = invoiceNumbers;
      const body = { settings: { ...entered, documentNumbers: ofDocuments, invoiceNumbers: ofInvoices } };
      const saved = await call(updateSettings, { body: { ...body, recordVersion } });
      updateBrand(saved);
      await cached.replace(getSettings, {}, saved);
      showToast({ title: "Details saved", text: saved.companyName });
      onClose();
      onSaved();
    },
    subject: "the settings",
  });
  return (
    <FormDialog
      form={form}
      title="Your company"
      description="Your clients read these on screens, in emails and in PDFs. Colours, numbers and more are in Settings."
      action="Save"
      failureTitle="The details weren't saved"
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextField label="Company name" autoComplete="organization" form={form} name="companyName" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Website" inputMode="url" form={form} name="companySite" />
          <TextField label="ABN" hint="11 digits" inputMode="numeric" form={form} name="abn" />
        </div>
        <TextField isLong label="Address" hint="As on an envelope" rows={3} form={form} name="address" />
        <TextField
          isLong
          label="Bank details"
          hint="Where clients pay to: account name, BSB and account number. It's on your invoices."
          rows={3}
          form={form}
          name="bankDetails"
        />
        <LogoField />
      </FormProvider>
    </FormDialog>
  );
}
