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
  const [written, setWritten] = useState<string | null>(null);
  const [shown, setShown] = useState({ html: value, times: 0 });
  if (value === stored && stored !== (written ?? shown.html)) {
    setShown({ html: stored, times: shown.times + 1 });
    setWritten(null);
  }
  return (
    <RichTextInput
      key={shown.times}
      label={label}
      value={shown.html}
      hasHeadings
      onChange={(html) => {
        setWritten(html);
        onChange(html);
      }}
    />
  );
}
