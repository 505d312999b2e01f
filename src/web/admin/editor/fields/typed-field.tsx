import { useState } from "react";
import type { BlockField } from "#domain/page/block-field.ts";
import { Field } from "#web/ui/field.tsx";

type TypedFieldProps = {
  field: BlockField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A value that is typed and must be readable: until it is, the page keeps the one before. */
export function TypedField({ field, label, value, onChange }: TypedFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: unknown } | null>(null);
  // Another value from elsewhere, such as undo, replaces what was typed.
  const text = typed && Object.is(typed.of, value) ? typed.text : shownText(field, value);
  const isWrong =
    text.trim() !== "" &&
    field.read(asValue(field, text)) === field.read(undefined) &&
    !isDefault(field, text);
  const isNumber = field.kind === "number" || field.kind === "decimal";

  function change(next: string) {
    const read = next.trim() === "" ? undefined : asValue(field, next);
    const isReadable =
      read === undefined || field.read(read) !== field.read(undefined) || isDefault(field, next);
    setTyped({ text: next, of: isReadable ? read : value });
    if (isReadable) onChange(read);
  }

  return (
    <Field
      label={label}
      value={text}
      inputMode={isNumber ? "decimal" : undefined}
      autoComplete="off"
      spellCheck={false}
      error={isWrong ? reasonOf(field) : undefined}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function shownText(field: TypedFieldProps["field"], value: unknown): string {
  if (typeof value === "number" || typeof value === "string") return String(value);
  const usual = field.kind === "number" ? field.read(undefined) : undefined;
  return typeof usual === "number" ? String(usual) : "";
}

function asValue({ kind }: TypedFieldProps["field"], text: string): unknown {
  const trimmed = text.trim();
  return (kind === "number" || kind === "decimal") && /^-?\d+(\.\d+)?$/.test(trimmed)
    ? Number(trimmed)
    : trimmed;
}

/** The usual value of a number reads like an unreadable one. */
function isDefault(field: TypedFieldProps["field"], text: string): boolean {
  return field.kind === "number" && text.trim() !== "" && Number(text) === field.read(undefined);
}

const REASONS: Readonly<Record<string, string>> = {
  decimal: "Please enter a number, such as 95.50",
  length: "Please enter a length, such as 240, 50% or 20rem",
  anchor: "Please use letters, digits and dashes, and begin with a letter",
  email: "Please enter an email address",
};

function reasonOf(field: BlockField): string | undefined {
  if (field.kind !== "number") return REASONS[field.kind];
  return `Please enter a ${field.isWhole ? "whole " : ""}number from ${field.min} to ${field.max}`;
}
