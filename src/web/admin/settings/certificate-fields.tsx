import { useFormContext } from "react-hook-form";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SettingsSection } from "./settings-section.tsx";

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
