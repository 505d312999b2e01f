import { useFormContext } from "react-hook-form";
import { KEPT_CHOICES, type KeptRecords } from "#domain/settings/kept-records.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { SelectField } from "../ui/select-field.tsx";
import { SettingsSection } from "./settings-section.tsx";

type KeptName = keyof KeptRecords;

/** How long records are kept. */
export function KeptFields() {
  return (
    <SettingsSection
      title="Records"
      text="Older ones are cleared every day, and the activity tells how many. Decisions and signatures always stay, with all that proves them."
    >
      <KeptField
        name="addressDays"
        label="Keep addresses of sign-ins for"
        hint="The network address and browser of each sign-in and accepted invitation."
      />
      <KeptField
        name="mailDays"
        label="Keep emails for"
        hint="What the portal sent, and to whom."
        isForEverAllowed
      />
      <KeptField
        name="activityDays"
        label="Keep the activity for"
        hint="Who did what, and who opened which document. Seven years suit Australian company law."
        isForEverAllowed
      />
    </SettingsSection>
  );
}

type KeptFieldProps = { name: KeptName; label: string; hint: string; isForEverAllowed?: boolean };

function KeptField({ name, label, hint, isForEverAllowed = false }: KeptFieldProps) {
  const { register, formState } = useFormContext<TypedSettings>();
  const now = formState.defaultValues?.kept?.[name] ?? "";
  const isOther = now !== "" && !(now in KEPT_CHOICES);
  return (
    <SelectField
      label={label}
      hint={hint}
      error={formState.errors.kept?.[name]?.message}
      {...register(`kept.${name}`)}
    >
      {isOther ? <option value={now}>{now} days</option> : null}
      {Object.entries(KEPT_CHOICES).map(([days, choice]) => (
        <option key={days} value={days}>
          {choice}
        </option>
      ))}
      {isForEverAllowed ? <option value="">For ever</option> : null}
    </SelectField>
  );
}
