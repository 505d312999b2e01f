import { useFormContext } from "react-hook-form";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { AccentField } from "./accent-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { SettingsSection } from "./settings-section.tsx";

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
