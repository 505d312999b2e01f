import { z } from "zod";
import { trimEdges } from "../typed-text.ts";

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
const ACN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];

const NAMED = /^(A\.?B\.?N|A\.?C\.?N)(?![a-z])[\s:.#-]*(?:no(?![a-z])\.?[\s:]*)?(.*)$/i;
const DIGITS = /^\d[\d\s]*$/;
/** As an ABN is grouped, which other numbers of eleven digits are not. */
const ABN_GROUPS = /^\d{2}([-.\s]\d{3}){3}$/;

/** The fault in an ABN or ACN, which have check digits, as a sentence; null for other identifiers. */
export function findIdentifierFault(identifier: string): string | null {
  const { kind, digits } = readIdentifier(identifier);
  if (kind === "ABN" && !isAbn(digits)) return faultOf("ABN", 11);
  if (kind === "ACN" && !isAcn(digits)) return faultOf("ACN", 9);
  return null;
}

/** "ABN 51 824 753 556" and "51824753556" as one text, by which two identifiers are compared. */
export function comparableIdentifier(identifier: string): string {
  const { kind, digits } = readIdentifier(identifier);
  return `${kind ?? ""}${digits}`.toLowerCase();
}

/** Reads "ABN 51-824-753-556" as its kind and its digits; the kind of another number is null. */
function readIdentifier(identifier: string): { kind: string | null; digits: string } {
  const plain = trimEdges(identifier).replaceAll(/\p{Cf}/gu, "");
  const typed = plain.replaceAll(/[０-９]/g, (digit) => digit.normalize("NFKC")).replaceAll(/[‐‑–−]/g, "-");
  const [, name = "", named = typed] = NAMED.exec(typed) ?? [];
  const digits = named.replaceAll(/[\s-]/g, "");
  const kind = name.toUpperCase().replaceAll(".", "") || kindOfDigits(named.trim(), digits.length);
  return { kind, digits: kind === null ? digits : digits.replaceAll(".", "") };
}

function kindOfDigits(text: string, count: number): "ABN" | "ACN" | null {
  if (ABN_GROUPS.test(text)) return "ABN";
  if (!DIGITS.test(text)) return null;
  if (count === 11) return "ABN";
  return count === 9 ? "ACN" : null;
}

/** The first digit is lowered by one; the weighted sum must then be a multiple of 89. */
function isAbn(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = weigh(digits, ABN_WEIGHTS) - 10;
  return sum % 89 === 0;
}

/** The last digit brings the weighted sum of the others to a multiple of 10. */
function isAcn(digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false;
  const sum = weigh(digits, ACN_WEIGHTS) + Number(digits[8]);
  return sum % 10 === 0;
}

function weigh(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}

function faultOf(kind: "ABN" | "ACN", count: number): string {
  const other = `If it is another kind of number, write its kind in front, as in "INC 1234567".`;
  return `This isn't a valid ${kind}: its ${count} digits don't fit together. Please check it. ${other}`;
}

/** An Australian Business Number by its eleven digits, however it is written: "ABN 51-824-753-556". */
export const Abn = z
  .string()
  .superRefine((typed, context) => {
    const message = refuseAbn(typed);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .transform((typed) => readIdentifier(typed).digits);

function refuseAbn(typed: string): string | null {
  const { kind, digits } = readIdentifier(typed);
  if (kind === "ACN") return "This is an ACN. Please enter the ABN, which has 11 digits.";
  if (isAbn(digits)) return null;
  const cause = /^\d{11}$/.test(digits)
    ? "its 11 digits don't fit together"
    : "an ABN has 11 digits, as in 51 824 753 556";
  return `This isn't a valid ABN: ${cause}. Please check it.`;
}
