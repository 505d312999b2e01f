import { useId } from "react";
import { anchorsOf } from "#domain/page/edit-page.ts";
import { isAnchor, safeUrl } from "#domain/page/safe-url.ts";
import { TextField } from "#web/ui/text-field.tsx";
import { useEditing } from "../editing-context.ts";

type LinkFieldProps = { label: string; value: string; onChange: (address: string) => void };

/** The address of a link, checked as it is typed, with the names of places on this page to choose from. */
export function LinkField({ label, value, onChange }: LinkFieldProps) {
  const listId = useId();
  const page = useEditing((now) => now.page);
  const anchors = anchorsOf(page);
  const isUsable = value.trim() === "" || safeUrl(value) !== undefined;
  const isMissing = isAnchor(value) && !anchors.includes(value.slice(1));
  return (
    <>
      <TextField
        label={label}
        type="text"
        inputMode="url"
        list={listId}
        value={value}
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        error={
          isUsable
            ? isMissing
              ? "No block of this page has this name"
              : undefined
            : "Please enter an address such as https://example.com, or choose a place on this page"
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          if (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(value.trim())) onChange(`https://${value.trim()}`);
        }}
      />
      <datalist id={listId}>
        {anchors.map((anchor) => (
          <option key={anchor} value={`#${anchor}`} />
        ))}
      </datalist>
    </>
  );
}
