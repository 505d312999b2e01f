import { type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";
import { PAPER_SIZES } from "#domain/settings/settings.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { fieldOf } from "#web/lib/field-of.ts";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, TextArea } from "#web/ui/field.tsx";
import { SelectInput } from "#web/ui/select-input.tsx";
import { AccentField } from "./accent-field.tsx";
import { LogoField } from "./logo-field.tsx";

export function CompanyFields() {
  const { register, formState } = useFormContext<TypedSettings>();
  const { errors } = formState;
  return (
    <SettingsSection
      title="Company"
      text="Who your clients deal with. Documents, mails and PDFs carry this name."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Company name" autoComplete="off" {...fieldOf(register, errors, "companyName")} />
        <Field label="Portal name" autoComplete="off" {...fieldOf(register, errors, "productName")} />
        <Field label="Website" type="url" autoComplete="off" {...fieldOf(register, errors, "companySite")} />
        <Field
          label="ABN"
          hint="11 digits"
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf(register, errors, "abn")}
        />
      </div>
      <TextArea
        label="Address"
        hint="As on an envelope. Invoices carry it."
        rows={3}
        {...fieldOf(register, errors, "address")}
      />
    </SettingsSection>
  );
}

export function GstFields() {
  const { register, formState } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="GST"
      text="A change reaches drafts and new invoices. What was sent, accepted or invoiced keeps its own rate."
    >
      <Checkbox label="Registered for GST: prices add it" {...register("isGstRegistered")} />
      <Field
        label="Rate in percent"
        inputMode="decimal"
        autoComplete="off"
        className="max-w-32"
        {...fieldOf(register, formState.errors, "gstPercent")}
      />
    </SettingsSection>
  );
}

export function LookFields() {
  const { formState } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Look"
      text="The logo and the colour of buttons and links, for clients and for you."
    >
      <LogoField />
      <div className="grid gap-4 sm:grid-cols-2">
        <AccentField
          label="Accent on light"
          name="accent"
          background="#fffdfa"
          error={formState.errors.accent?.message}
        />
        <AccentField
          label="Accent on dark"
          name="accentDark"
          background="#1e1c19"
          error={formState.errors.accentDark?.message}
        />
      </div>
    </SettingsSection>
  );
}

export function MailFields() {
  const { register, formState } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Mail"
      text="The portal sends mails by itself. People who answer one reach this address."
    >
      <Field
        label="Answers go to"
        hint="Left empty, they go to the portal's own address, which nobody may read."
        type="email"
        autoComplete="off"
        {...fieldOf(register, formState.errors, "replyTo")}
      />
    </SettingsSection>
  );
}

export function PaperFields() {
  const selectId = useId();
  const { register, formState } = useFormContext<TypedSettings>();
  const problem = formState.errors.paperSize?.message;
  return (
    <SettingsSection title="Paper" text="The size of documents, signed copies and invoices as PDF.">
      <div>
        <label htmlFor={selectId} className="mb-1.5 block font-medium text-sm">
          Paper size
        </label>
        <SelectInput
          id={selectId}
          aria-describedby={`${selectId}-note`}
          aria-invalid={problem ? true : undefined}
          {...register("paperSize")}
        >
          {PAPER_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectInput>
        <p
          id={`${selectId}-note`}
          className={problem ? "mt-1.5 text-red-ink text-sm" : "mt-1.5 text-ink-faint text-sm"}
        >
          {problem ?? "For PDFs made from now on. Earlier ones stay as they are."}
        </p>
      </div>
    </SettingsSection>
  );
}

/** What the last page of accepted documents shows of the person. */
export function CertificateFields() {
  const { register } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Certificates"
      text="The last page of each accepted document and signed copy says who accepted, and how we know."
    >
      <div>
        <Checkbox
          label="Show the person’s network address and device"
          {...register("certificateShowsOrigin")}
        />
        <p className="pl-8 text-ink-faint text-sm">
          On PDFs made from now on. The evidence holds both in any case, sealed.
        </p>
      </div>
    </SettingsSection>
  );
}

type SettingsSectionProps = { title: string; text: string; children: ReactNode };

/** One group of settings: its name beside its fields. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <Card
      aria-labelledby={titleId}
      className="grid gap-5 p-5 sm:p-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10"
    >
      <div>
        <h2 id={titleId} className="font-semibold text-lg">
          {title}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft text-sm">{text}</p>
      </div>
      <div className="min-w-0 max-w-2xl space-y-4">{children}</div>
    </Card>
  );
}
