import { useState } from "react";
import type { BlockField } from "#domain/page/block-field.ts";
import { refuseNumber, refuseValue } from "#domain/page/wrong-amounts.ts";
import { KINDS, NO_NUMBER } from "#domain/pricing/ranges.ts";
import { readNumber } from "#domain/read-number.ts";
import { TextField } from "#web/ui/text-field.tsx";

type TypedFieldProps = {
  field: BlockField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
};

/**
 * A typed value. Until it parses, the page keeps the previous value; but a figure of a price is stored as it was typed, and
 * the document is not sent until it is in its range.
 */
export function TypedField({ field, label, value, onChange }: TypedFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: unknown } | null>(null);
  // Another value from elsewhere, such as undo, replaces what was typed.
  const text = typed && Object.is(typed.of, value) ? typed.text : shownText(field, value);

  function change(next: string) {
    const isUsed = isAmount(field) || isReadable(field, next);
    const stored = isAmount(field) ? amountOf(field, next) : asValue(field, next);
    setTyped({ text: next, of: isUsed ? stored : value });
    if (isUsed) onChange(stored);
  }

  return (
    <TextField
      label={label}
      value={text}
      inputMode={isAmount(field) || field.kind === "number" ? "decimal" : undefined}
      autoComplete="off"
      spellCheck={false}
      error={isAmount(field) ? refusalOf(field, value) : describeUnused(field, text)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function isAmount(field: BlockField): boolean {
  return "range" in field && field.range !== undefined;
}

/** Why a figure is refused; a percentage out of its range is not used at all. */
function refusalOf(field: BlockField, value: unknown): string | undefined {
  const rule = refuseValue(field, value);
  if (rule === null) return undefined;
  return field.read(value) === Number(value) ? rule : `“${String(value)}” isn't used. ${rule}`;
}

/** The number in a text, or the text itself if it has none of the field's range. */
function amountOf(field: BlockField, text: string): unknown {
  if (text.trim() === "") return undefined;
  if (!("range" in field) || field.range === undefined) return text;
  const read = readNumber(text, KINDS[field.range]);
  return "digits" in read && refuseValue(field, read.digits) === null ? Number(read.digits) : text;
}

/** The usual value of a number reads like an unreadable one. */
function isReadable(field: BlockField, text: string): boolean {
  const usual = field.read(undefined);
  const isDefault = field.kind === "number" && Number(text) === usual;
  return text.trim() === "" || isDefault || field.read(asValue(field, text)) !== usual;
}

function describeUnused(field: BlockField, text: string): string | undefined {
  if (isReadable(field, text)) return undefined;
  const value = asValue(field, text);
  return `“${text.trim()}” isn't used. ${REASONS[field.kind] ?? refuseNumber(field, value) ?? NO_NUMBER}`;
}

function shownText(field: BlockField, value: unknown): string {
  if (typeof value === "number" || typeof value === "string") return String(value);
  const usual = field.kind === "number" ? field.read(undefined) : undefined;
  return typeof usual === "number" ? String(usual) : "";
}

function asValue({ kind }: BlockField, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return kind === "number" && /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

const REASONS: Readonly<Record<string, string>> = {
  length: "Please enter a length, such as 240, 50% or 20rem",
  anchor: "Please use letters, digits and dashes, and begin with a letter",
  email: "Please enter an email address",
};
