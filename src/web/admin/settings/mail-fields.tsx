import { useFormContext } from "react-hook-form";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Field } from "#web/ui/field.tsx";
import { SettingsSection } from "./settings-section.tsx";

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
        error={formState.errors.replyTo?.message}
        {...register("replyTo")}
      />
    </SettingsSection>
  );
}
