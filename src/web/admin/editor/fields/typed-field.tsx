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

export function TypedField(props: TypedFieldProps) {
  return isAmount(props.field) ? <AmountField {...props} /> : <ReadableField {...props} />;
}

function isAmount(field: BlockField): boolean {
  return "range" in field && field.range !== undefined;
}

/** A figure of a price. The draft has whatever was typed, and the document is not sent until it is in its range. */
function AmountField({ field, label, value, onChange }: TypedFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: unknown } | null>(null);
  const text = typed && Object.is(typed.of, value) ? typed.text : shownText(field, value);

  function change(next: string) {
    const stored = next.trim() === "" ? undefined : (amountIn(field, next) ?? next);
    setTyped({ text: next, of: stored });
    onChange(stored);
  }

  return (
    <TextField
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      error={refusalOf(field, value)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

/** Why a figure is refused; a percentage out of its range is not used at all. */
function refusalOf(field: BlockField, value: unknown): string | undefined {
  const rule = refuseValue(field, value);
  if (rule === null) return undefined;
  return field.read(value) === Number(value) ? rule : `“${String(value)}” is not used. ${rule}`;
}

/** The number in a text; null if it is none of the field's range. */
function amountIn(field: BlockField, text: string): number | null {
  if (!("range" in field) || field.range === undefined) return null;
  const read = readNumber(text, KINDS[field.range]);
  return "digits" in read && refuseValue(field, read.digits) === null ? Number(read.digits) : null;
}

/** A typed value that must parse: until it does, the page keeps the previous value. */
function ReadableField({ field, label, value, onChange }: TypedFieldProps) {
  const [typed, setTyped] = useState<{ text: string; of: unknown } | null>(null);
  // Another value from elsewhere, such as undo, replaces what was typed.
  const text = typed && Object.is(typed.of, value) ? typed.text : shownText(field, value);
  const isWrong =
    text.trim() !== "" &&
    field.read(asValue(field, text)) === field.read(undefined) &&
    !isDefault(field, text);

  function change(next: string) {
    const read = next.trim() === "" ? undefined : asValue(field, next);
    const isReadable =
      read === undefined || field.read(read) !== field.read(undefined) || isDefault(field, next);
    setTyped({ text: next, of: isReadable ? read : value });
    if (isReadable) onChange(read);
  }

  return (
    <TextField
      label={label}
      value={text}
      inputMode={field.kind === "number" ? "decimal" : undefined}
      autoComplete="off"
      spellCheck={false}
      error={isWrong ? `“${text.trim()}” is not used. ${reasonOf(field, asValue(field, text))}` : undefined}
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
  return kind === "number" && /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** The usual value of a number reads like an unreadable one. */
function isDefault(field: TypedFieldProps["field"], text: string): boolean {
  return field.kind === "number" && text.trim() !== "" && Number(text) === field.read(undefined);
}

const REASONS: Readonly<Record<string, string>> = {
  length: "Please enter a length, such as 240, 50% or 20rem",
  anchor: "Please use letters, digits and dashes, and begin with a letter",
  email: "Please enter an email address",
};

function reasonOf(field: BlockField, value: unknown): string {
  return REASONS[field.kind] ?? refuseNumber(field, value) ?? NO_NUMBER;
}
