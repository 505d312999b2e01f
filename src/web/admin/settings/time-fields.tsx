import { useId, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { formatDateTime } from "#domain/format.ts";
import { isTimeZone } from "#domain/settings/time-zone.ts";
import type { TypedSettings } from "#domain/settings/typed-settings.ts";
import { SelectInput } from "#web/ui/select-input.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function TimeFields() {
  const selectId = useId();
  const { register, formState } = useFormContext<TypedSettings>();
  const timeZone = useWatch<TypedSettings, "timeZone">({ name: "timeZone" });
  const first = formState.defaultValues?.timeZone;
  const regions = useMemo(() => zonesByRegion(first), [first]);
  const problem = formState.errors.timeZone?.message;
  return (
    <SettingsSection
      title="Time"
      text="All dates and times are in this zone: on screens, in PDFs and in mails."
    >
      <div>
        <label htmlFor={selectId} className="mb-1.5 block font-medium text-sm">
          Time zone
        </label>
        <SelectInput
          id={selectId}
          aria-describedby={`${selectId}-note`}
          aria-invalid={problem ? true : undefined}
          {...register("timeZone")}
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
        </SelectInput>
        <p
          id={`${selectId}-note`}
          className={problem ? "mt-1.5 text-red-ink text-sm" : "mt-1.5 text-ink-faint text-sm"}
        >
          {problem ??
            (isTimeZone(timeZone) ? `Now ${formatDateTime(new Date().toISOString(), timeZone)}` : null)}
        </p>
      </div>
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
