import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { getSettings, updateSettings } from "#contract/admin/settings.ts";
import { ManagedSettings, type Numbering, type Settings } from "#domain/settings/settings.ts";
import { TypedSettings, typeSettings } from "#domain/settings/typed-settings.ts";
import { sayChanged } from "#web/admin/ui/say-changed.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call, explainFormFailure } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { beginSave } from "#web/ui/begin-save.ts";
import { Button } from "#web/ui/button.tsx";
import { KeepUnsaved } from "#web/ui/keep-unsaved.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import {
  CertificateFields,
  CompanyFields,
  GstFields,
  LookFields,
  MailFields,
  PaperFields,
} from "./company-fields.tsx";
import { KeptFields, NumberFields, SignInFields, TimeFields } from "./rule-fields.tsx";

/** All settings in one form. What was typed stays until the server has saved it. */
export function SettingsForm({ settings, mayChange }: { settings: ManagedSettings; mayChange: boolean }) {
  const cached = useCached();
  const [read, setRead] = useState(settings);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: "onTouched",
    resolver: zodResolver(TypedSettings),
    defaultValues: typeSettings(settings),
  });
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (wanted) => {
    setFailure(null);
    const takeSaved = beginSave(form);
    try {
      const saved = await call(updateSettings, {
        body: { settings: withoutLeft(wanted, read), recordVersion: read.recordVersion },
      });
      setRead(saved);
      takeSaved(typeSettings(saved));
      await cached.replace(getSettings, {}, saved);
      showToast({ title: "Settings saved" });
    } catch (error) {
      const field = fieldOf(error);
      if (field) {
        form.setError(field.name, { message: field.message }, { shouldFocus: true });
        return;
      }
      const now = settingsNow(error);
      if (now) setRead(now);
      setFailure(now ? sayChanged("the settings") : explainFormFailure(error));
    }
  });

  function discard() {
    setFailure(null);
    form.reset(typeSettings(read));
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <KeepUnsaved form={form} />
        <fieldset disabled={!mayChange} className="min-w-0 space-y-6">
          <CompanyFields />
          <LookFields />
          <GstFields />
          <NumberFields />
          <MailFields />
          <TimeFields />
          <SignInFields />
          <CertificateFields />
          <PaperFields />
          <KeptFields />
        </fieldset>
        {isDirty || isSubmitting || failure ? (
          <div className="sticky bottom-0 z-20 -mx-4 mt-6 space-y-3 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
            {failure ? (
              <Notice tone="error" title="The settings were not saved">
                {failure}
              </Notice>
            ) : null}
            <div className="flex items-center justify-end gap-3">
              <p className="mr-auto text-ink-soft text-sm">Not saved yet</p>
              <Button onClick={discard} disabled={isSubmitting}>
                Discard
              </Button>
              <Button tone="primary" type="submit" isBusy={isSubmitting}>
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
function fieldOf(error: unknown): { name: (typeof FIELDS)[number]; message: string } | null {
  if (!(error instanceof ApiError)) return null;
  const name = FIELDS.find((one) => one === error.details.field);
  return name ? { name, message: String(error.details.message) } : null;
}

/** The settings as another owner left them, if that is why a change was refused. */
function settingsNow(error: unknown): ManagedSettings | null {
  if (!(error instanceof ApiError)) return null;
  return ManagedSettings.safeParse(error.details.settings).data ?? null;
}

/** The settings without next numbers that were left as they were read: others may have taken them since. */
function withoutLeft({ documentNumbers, invoiceNumbers, ...rest }: Settings, read: Settings) {
  const left = ({ next, ...look }: Numbering, { prefix, next: before }: Numbering) =>
    next === before && look.prefix === prefix ? look : { ...look, next };
  return {
    ...rest,
    documentNumbers: left(documentNumbers, read.documentNumbers),
    invoiceNumbers: left(invoiceNumbers, read.invoiceNumbers),
  };
}
