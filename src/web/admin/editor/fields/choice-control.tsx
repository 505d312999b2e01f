import { createElement, useEffect, useState } from "react";
import { SelectField } from "#web/ui/select-input.tsx";
import type { ComboChoice } from "../../ui/combo-field.tsx";

type Props = {
  label: string;
  choices: readonly ComboChoice[];
  value: ComboChoice | null;
  onChange: (choice: ComboChoice | null) => void;
};

type Loaded = typeof import("../../ui/combo-field.tsx").ComboField;

let loaded: Loaded | undefined;

/** A combobox. Its code is loaded with the first one; until then, and offline, the browser's select is shown. */
export function ChoiceControl(props: Props) {
  const isLoaded = useComboField();
  if (isLoaded && loaded) return createElement(loaded, props);
  const { label, choices, value, onChange } = props;
  return (
    <SelectField
      label={label}
      value={value?.id ?? ""}
      onChange={(event) => onChange(choices.find(({ id }) => id === event.currentTarget.value) ?? null)}
    >
      {value ? null : <option value="">Select...</option>}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** Whether it has been fetched. The next choice on screen tries again what failed. */
function useComboField(): boolean {
  const [isLoaded, setIsLoaded] = useState(loaded !== undefined);
  useEffect(() => {
    if (loaded) return;
    const cacheLoaded = (file: { ComboField: Loaded }) => {
      loaded = file.ComboField;
      setIsLoaded(true);
    };
    import("../../ui/combo-field.tsx").then(cacheLoaded, () => undefined);
  }, []);
  return isLoaded;
}
