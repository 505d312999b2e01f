import { useId, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatDateTime, isTimeZone } from "#domain/format.ts";
import { formatNumber, RETENTION_CHOICES, type RetentionDays } from "#domain/settings/settings.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SelectField } from "#web/ui/select-input.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ReminderDaysFields } from "../ui/reminder-days-fields.tsx";
import { SettingsSection } from "./company-fields.tsx";

export function NumberFields() {
  return (
    <SettingsSection
      title="Numbers"
      text="New documents and invoices are numbered one after the other, without a gap."
    >
      <NumberingFields name="documentNumbers" legend="Documents" />
      <NumberingFields name="invoiceNumbers" legend="Invoices" />
    </SettingsSection>
  );
}

function NumberingFields({ name, legend }: { name: "documentNumbers" | "invoiceNumbers"; legend: string }) {
  const form = useFormContext<TypedSettings>();
  const { prefix, digits, next } = useWatch<TypedSettings, typeof name>({ name });
  const isReadable = /^[1-9]$/.test(digits) && /^\d{1,9}$/.test(next);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">
        {legend}
        {isReadable ? (
          <span className="ml-2 font-normal text-ink-soft text-sm tabular-nums">
            next: {formatNumber({ prefix, digits: Number(digits) }, Number(next))}
          </span>
        ) : null}
      </legend>
      <div className="grid grid-cols-3 gap-3 sm:gap-4">
        <TextField label="Prefix" spellCheck={false} form={form} name={`${name}.prefix`} />
        <TextField label="Digits" inputMode="numeric" form={form} name={`${name}.digits`} />
        <TextField label="Next number" inputMode="numeric" form={form} name={`${name}.next`} />
      </div>
    </fieldset>
  );
}

export function TimeFields() {
  const form = useFormContext<TypedSettings>();
  const timeZone = useWatch<TypedSettings, "timeZone">({ name: "timeZone" });
  const first = form.formState.defaultValues?.timeZone;
  const regions = useMemo(() => zonesByRegion(first), [first]);
  return (
    <SettingsSection
      title="Time"
      text="All dates and times are in this zone: on screens, in PDFs and in emails."
    >
      <SelectField
        label="Time zone"
        hint={isTimeZone(timeZone) ? `Now ${formatDateTime(new Date().toISOString(), timeZone)}` : null}
        form={form}
        name="timeZone"
      >
        {regions.map(([region, zones]) => (
          <optgroup key={region} label={region}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </SettingsSection>
  );
}

/** The zones that the browser knows and the current one, by continent. */
function zonesByRegion(current: string | undefined): [string, string[]][] {
  const known = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ...(current ? [current] : [])]);
  const regions = Map.groupBy(
    [...known].toSorted(),
    (zone) => (zone.includes("/") ? zone.split("/")[0] : "Other") ?? "",
  );
  return [...regions];
}

/** How people sign in and accept. Organizations may ask more of theirs. */
export function SignInFields() {
  const problemId = useId();
  const { register, formState } = useFormContext<TypedSettings>();
  const problem = formState.errors.requiresFactor?.message;
  return (
    <SettingsSection
      title="Sign-in"
      text="A client can require both for their own organization, on their page “Permissions”."
    >
      <div>
        <Checkbox
          label="Require two-step sign-in for your colleagues"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problemId}
          {...register("requiresFactor")}
        />
        <p
          id={problemId}
          role={problem ? "alert" : undefined}
          className={problem ? "pl-8 text-red-ink text-sm" : "pl-8 text-ink-faint text-sm"}
        >
          {problem ?? "Colleagues without a second step must set one up before they can continue."}
        </p>
      </div>
      <div>
        <Checkbox
          label="Confirm identity before clients accept or sign"
          {...register("confirmsAcceptance")}
        />
        <p className="pl-8 text-ink-faint text-sm">
          They confirm with a passkey, an app code, their password or single sign-on.
        </p>
      </div>
    </SettingsSection>
  );
}

/** What accepting a document does to its work orders. */
export function WorkFields() {
  const hintId = useId();
  const { register } = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Work orders"
      text="What happens to the work of a document when your client accepts it in the portal."
    >
      <div>
        <Checkbox
          label="Open accepted work automatically"
          aria-describedby={hintId}
          {...register("opensAcceptedWork")}
        />
        <p id={hintId} className="pl-8 text-ink-faint text-sm">
          Work that your client wants moves from Draft to Open, and what they left out moves to Archived. Work
          that you have moved already stays where it is.
        </p>
      </div>
    </SettingsSection>
  );
}

/** How new invoices are to be paid, and when overdue ones are reminded of. */
export function InvoiceFields() {
  const form = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Invoices"
      text="How clients are asked to pay. Issued invoices keep the terms and the reference that they were issued with."
    >
      <TextField
        isLong
        label="Payment terms"
        hint="When and how you are paid, such as “Please pay within 14 days. Late payments bear interest.”"
        rows={3}
        form={form}
        name="paymentTerms"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Payment reference"
          hint="What clients quote. {number} is the invoice’s number. If empty, they quote the number."
          form={form}
          name="paymentReference"
        />
        <TextField
          label="Due after, in days"
          hint="New invoices begin with this due date. If empty, they have none."
          inputMode="numeric"
          form={form}
          name="defaultDueDays"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {OVERDUE_FIELDS.map(({ label, name }) => (
          <TextField key={name} label={label} inputMode="numeric" form={form} name={name} />
        ))}
      </div>
      <p className="text-ink-faint text-sm">
        Days after the due date, on which the client’s people get an email about an unpaid invoice, in the
        hours of “Reminders”. An empty field is no reminder.
      </p>
    </SettingsSection>
  );
}

const OVERDUE_FIELDS = [
  { label: "First overdue reminder", name: "overdueReminders.firstDays" },
  { label: "Second overdue reminder", name: "overdueReminders.secondDays" },
  { label: "Third overdue reminder", name: "overdueReminders.thirdDays" },
] as const;

/** When recipients of documents that wait for a decision are reminded. */
export function ReminderFields() {
  const form = useFormContext<TypedSettings>();
  return (
    <SettingsSection
      title="Reminders"
      text="Each recipient of a document gets each email once, until it is accepted, declined or recalled. Each document can have its own."
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <ReminderDaysFields form={form} names={REMINDER_NAMES} />
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <SelectField label="From" form={form} name="reminders.fromHour">
          {hours(0, 23)}
        </SelectField>
        <SelectField label="Until" form={form} name="reminders.untilHour">
          {hours(1, 24)}
        </SelectField>
      </div>
      <div>
        <Checkbox label="Also on Saturdays and Sundays" {...form.register("reminders.isOnWeekends")} />
        <p className="pl-8 text-ink-faint text-sm">
          In the recipient’s time zone, or yours for people who have never signed in. A reminder that is due
          at another time is sent when the next hours begin.
        </p>
      </div>
    </SettingsSection>
  );
}

const REMINDER_NAMES = {
  unopenedDays: "reminders.unopenedDays",
  undecidedDays: "reminders.undecidedDays",
  endingDays: "reminders.endingDays",
} as const;

function hours(first: number, last: number) {
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return all.map((hour) => (
    <option key={hour} value={hour}>
      {hourLabel(hour)}
    </option>
  ));
}

/** "8 am", "12 pm", "midnight" */
function hourLabel(hour: number): string {
  return hour % 24 === 0 ? "midnight" : `${((hour + 11) % 12) + 1} ${hour < 12 ? "am" : "pm"}`;
}

type RetainedName = keyof RetentionDays;

export function RetentionFields() {
  return (
    <SettingsSection
      title="Records"
      text="Older ones are cleared every day, and the activity shows how many. Decisions and signatures are always kept, with everything that proves them."
    >
      <RetentionField
        name="addressDays"
        label="Keep addresses of sign-ins for"
        hint="The network address and browser of each sign-in and accepted invitation."
      />
      <RetentionField
        name="mailDays"
        label="Keep emails for"
        hint="What the portal sent, and to whom."
        isForEverAllowed
      />
      <RetentionField
        name="activityDays"
        label="Keep the activity for"
        hint="Who did what, and who opened which document. Seven years suit Australian company law."
        isForEverAllowed
      />
    </SettingsSection>
  );
}

type RetentionFieldProps = { name: RetainedName; label: string; hint: string; isForEverAllowed?: boolean };

function RetentionField({ name, label, hint, isForEverAllowed = false }: RetentionFieldProps) {
  const form = useFormContext<TypedSettings>();
  const now = form.formState.defaultValues?.kept?.[name] ?? "";
  const isOther = now !== "" && !(now in RETENTION_CHOICES);
  return (
    <SelectField label={label} hint={hint} form={form} name={`kept.${name}`}>
      {isOther ? <option value={now}>{now} days</option> : null}
      {Object.entries(RETENTION_CHOICES).map(([days, choice]) => (
        <option key={days} value={days}>
          {choice}
        </option>
      ))}
      {isForEverAllowed ? <option value="">For ever</option> : null}
    </SelectField>
  );
}
