import { FormProvider } from "react-hook-form";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import type { ManagedSettings, Numbering, Settings } from "#domain/settings/settings.ts";
import { TypedSettings, typeSettings } from "#domain/settings/typed-settings.ts";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { updateBrand } from "#web/lib/brand.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { FormFailure, LeaveGuard } from "#web/ui/record-form.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import {
  CertificateFields,
  CompanyFields,
  GstFields,
  InvitationFields,
  LookFields,
  MailFields,
  PaperFields,
} from "./company-fields.tsx";
import { CompanyIssuers } from "./company-issuers.tsx";
import {
  InvoiceFields,
  NumberFields,
  ReminderFields,
  RetentionFields,
  SignInFields,
  TimeFields,
  WorkFields,
} from "./rule-fields.tsx";
import { TestEmail } from "./test-email.tsx";

/** /admin/settings: how the portal presents the company. */
export function SettingsPage() {
  const { data, error, mutate } = useCall(getSettings, {});
  const { profile } = usePerson();
  const mayChange = useMayActAs("owner");
  return (
    <Screen
      title="Settings"
      intro="Changes apply to everyone immediately: on screens, in emails and in new PDFs."
    >
      {profile && !mayChange ? (
        <Notice tone="info" className="mb-6">
          Only an owner changes these settings.
        </Notice>
      ) : null}
      {data && profile ? (
        <>
          <SettingsForm settings={data} mayChange={mayChange} />
          {mayChange ? <CompanyIssuers /> : null}
          <TestEmail />
        </>
      ) : (
        (fetchFailure({ error, mutate }, "We couldn't load the settings.") ?? (
          <Loading label="Loading the settings">
            <Skeleton className="h-72 w-full rounded-lg" />
          </Loading>
        ))
      )}
    </Screen>
  );
}

/** All settings in one form. What was typed stays until the server has saved it. */
function SettingsForm({ settings, mayChange }: { settings: ManagedSettings; mayChange: boolean }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: TypedSettings,
    values: typeSettings(settings),
    recordVersion: settings.recordVersion,
    staysOpen: true,
    async save(entered, recordVersion, read) {
      const saved = await call(updateSettings, {
        body: { settings: withoutLeft(entered, read), recordVersion },
      });
      updateBrand(saved);
      await cached.replace(getSettings, {}, saved);
      showToast({ title: "Settings saved" });
      return { values: typeSettings(saved), recordVersion: saved.recordVersion };
    },
    subject: "the settings",
    explain(error) {
      const field = refusedField(error);
      if (field) form.setError(field.name, { message: field.message }, { shouldFocus: true });
      return field ? "" : null;
    },
  });
  const { isDirty, isBusy, failure } = form;

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.submit}>
        <LeaveGuard form={form} />
        <fieldset disabled={!mayChange} className="min-w-0 space-y-6">
          <CompanyFields />
          <LookFields />
          <GstFields />
          <NumberFields />
          <MailFields />
          <TimeFields />
          <SignInFields />
          <InvitationFields />
          <WorkFields />
          <InvoiceFields />
          <ReminderFields />
          <CertificateFields />
          <PaperFields />
          <RetentionFields />
        </fieldset>
        {isDirty || isBusy || failure ? (
          <div className="sticky bottom-0 z-20 -mx-4 mt-6 space-y-3 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
            <FormFailure title="The settings weren't saved">{failure}</FormFailure>
            <div className="flex items-center justify-end gap-3">
              <p className="mr-auto text-ink-soft text-sm">Not saved yet</p>
              <Button onClick={form.discard} disabled={isBusy}>
                Discard
              </Button>
              <Button tone="primary" type="submit" isBusy={isBusy}>
                Save
              </Button>
            </div>
          </div>
        ) : null}
      </form>
    </FormProvider>
  );
}

const FIELDS = [
  "logoImageId",
  "timeZone",
  "requiresFactor",
  "documentNumbers.next",
  "invoiceNumbers.next",
] as const;

/** The field that the server refused, with its reason. */
function refusedField(error: unknown): { name: (typeof FIELDS)[number]; message: string } | null {
  if (!(error instanceof ApiError)) return null;
  const name = FIELDS.find((one) => one === error.details.field);
  return name ? { name, message: String(error.details.message) } : null;
}

/** The settings without next numbers that were left as they were read: new records may have used them since. */
function withoutLeft({ documentNumbers, invoiceNumbers, ...rest }: Settings, read: TypedSettings) {
  const left = ({ next, ...look }: Numbering, before: TypedSettings["documentNumbers"]) =>
    String(next) === before.next && look.prefix === before.prefix ? look : { ...look, next };
  return {
    ...rest,
    documentNumbers: left(documentNumbers, read.documentNumbers),
    invoiceNumbers: left(invoiceNumbers, read.invoiceNumbers),
  };
}
