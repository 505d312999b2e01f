import { useState } from "react";
import { RichTextInput } from "../../ui/rich-text-input.tsx";

type HtmlFieldProps = {
  label: string;
  value: string;
  stored: string;
  onChange: (html: string) => void;
};

/** A formatted text. What is written on the page meanwhile, or undone, is shown here too. */
export function HtmlField({ label, value, stored, onChange }: HtmlFieldProps) {
  const [shown, setShown] = useState(value);
  if (value === stored && stored !== shown) setShown(stored);
  return (
    <RichTextInput
      label={label}
      value={shown}
      hasHeadings
      onChange={(html) => {
        setShown(html);
        onChange(html);
      }}
    />
  );
}
