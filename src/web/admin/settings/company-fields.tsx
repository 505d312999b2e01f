import { type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";
import { PAPER_SIZES } from "#domain/settings/settings.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { AccentField, LogoField } from "./look-fields.tsx";

export function CompanyFields() {
  const form = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Company"
      text="Who your clients deal with. Documents, emails and PDFs show this name."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Company name" form={form} name="companyName" />
        <TextField label="Portal name" form={form} name="productName" />
        <TextField label="Website" inputMode="url" form={form} name="companySite" />
        <TextField label="ABN" hint="11 digits" inputMode="numeric" form={form} name="abn" />
      </div>
      <TextField
        isLong
        label="Address"
        hint="As on an envelope. It's on your invoices."
        rows={3}
        form={form}
        name="address"
      />
      <TextField
        isLong
        label="Bank details"
        hint="Where clients pay to: account name, BSB and account number. It's on your invoices."
        rows={3}
        form={form}
        name="bankDetails"
      />
    </SettingsSection>
  );
}

export function GstFields() {
  const form = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="GST"
      text="A change applies to drafts and new invoices. What was sent, accepted or invoiced keeps its own rate."
    >
      <Checkbox label="Registered for GST (added to prices)" {...form.register("isGstRegistered")} />
      <TextField
        label="Rate in per cent"
        inputMode="decimal"
        className="max-w-32"
        form={form}
        name="gstPercent"
      />
    </SettingsSection>
  );
}

export function LookFields() {
  return (
    <SettingsSection
      title="Look"
      text="The logo and the colour of buttons and links, for clients and for you."
    >
      <LogoField />
      <div className="grid gap-4 sm:grid-cols-2">
        <AccentField label="Accent on light" name="accent" background="#fffdfa" />
        <AccentField label="Accent on dark" name="accentDark" background="#1e1c19" />
      </div>
    </SettingsSection>
  );
}

export function MailFields() {
  const form = useFormContext<TypedSettings>();
  return (
    <SettingsSection title="Email" text="The portal sends emails automatically. Replies go to this address.">
      <TextField
        label="Reply-to address"
        hint="If empty, replies go to the portal's own address, which may not be monitored."
        type="email"
        form={form}
        name="replyTo"
      />
    </SettingsSection>
  );
}

export function PaperFields() {
  const form = useFormContext<TypedSettings>();
  return (
    <SettingsSection title="Paper" text="The size of documents, signed copies and invoices as PDF.">
      <SelectField
        label="Paper size"
        hint="For PDFs made from now on. Earlier ones stay as they are."
        form={form}
        name="paperSize"
      >
        {PAPER_SIZES.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </SelectField>
    </SettingsSection>
  );
}

/** Who brings people of clients into the portal. */
export function InvitationFields() {
  const { register } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Invitations"
      text="People of clients join by an invitation, or by the link of a document that was sent to them."
    >
      <div>
        <Checkbox label="Editors may invite people of clients" {...register("editorsInvite")} />
        <p className="pl-8 text-ink-faint text-sm">
          Without it only owners invite. Colleagues are always invited by owners.
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
