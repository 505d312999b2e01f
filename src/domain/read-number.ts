import { NO_EDGES } from "./typed-text.ts";

/** What a field counts: its texts may name dollars or a percent sign, or neither. */
export type NumberKind = "plain" | "money" | "percent";

/**
 * How decimals are written. A form has a point, a file decides by all of its numbers: "mixed" has both, "unknown" only
 * numbers such as "1,250", which can be either.
 */
export type NumberStyle = "." | "," | "mixed" | "unknown";

/** The digits as JavaScript reads them, "-1200.5", or the cure as a sentence. Null: the text is no number. */
export type NumberRead = { digits: string } | { refusal: string | null };

const NO_NUMBER: NumberRead = { refusal: null };

/** Reads a number as people write it: "$1,200.50", "1 200", "12,34,567.89", "(5)", "10%". It never guesses. */
export function readNumber(written: string, kind: NumberKind, style: NumberStyle = "."): NumberRead {
  const parts = partsOf(written);
  if (parts === null) return NO_NUMBER;
  const { sign, currencies, body, hasPercent } = parts;
  const value = readBody(body);
  if (value === null) return NO_NUMBER;
  if (currencies.length > 0 && kind !== "money") return NO_NUMBER;
  if (currencies.some((currency) => !OWN_CURRENCY.test(currency))) return { refusal: FOREIGN };
  if (hasPercent && kind !== "percent") return NO_NUMBER;
  const digits = digitsIn(value, style);
  if (digits === null) return { refusal: refuseStyle(signed(value, sign), style) };
  return { digits: Number(digits) === 0 ? digits : sign + digits };
}

/** How the numbers of a file write decimals, if all others that name none are like `usual`. */
export function styleOf(texts: Iterable<string>, usual: NumberStyle): NumberStyle {
  const found = new Set<NumberStyle>();
  for (const text of texts) {
    const parts = partsOf(text);
    const value = parts && readBody(parts.body);
    if (value?.withComma === null) found.add(".");
    if (value?.withPoint === null) found.add(",");
  }
  if (found.size > 1) return "mixed";
  const [only = usual] = found;
  return only;
}

/** The number in a text if decimals have a point, and if they have a comma. One of them is there. */
type BothWays = { withPoint: string | null; withComma: string | null };

const GROUPED_BY_SIGN = {
  // Indian groups are of two digits but for the last.
  ".": /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d?(?:,\d{2})+,\d{3}$/,
  ",": /^[1-9]\d{0,2}(?:\.\d{3})+$/,
};
const GROUPED = /^[1-9]\d{0,2}(?:( |')\d{3})(?:\1\d{3})*$/;

function readBody(body: string): BothWays | null {
  const value = { withPoint: readWith(".", body), withComma: readWith(",", body) };
  return value.withPoint === null && value.withComma === null ? null : value;
}

function readWith(mark: "." | ",", body: string): string | null {
  const [whole = "", decimals, ...more] = body.split(mark);
  if (more.length > 0 || (decimals !== undefined && !/^\d+$/.test(decimals))) return null;
  const isWhole = /^\d+$/.test(whole) || GROUPED.test(whole) || GROUPED_BY_SIGN[mark].test(whole);
  if (!isWhole && (whole !== "" || decimals === undefined)) return null;
  const digits = whole.replaceAll(/\D/g, "") || "0";
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

function digitsIn({ withPoint, withComma }: BothWays, style: NumberStyle): string | null {
  if (style === ".") return withPoint;
  if (style === ",") return withComma ?? withPoint;
  return withComma === null || withComma === withPoint ? withPoint : null;
}

function signed({ withPoint, withComma }: BothWays, sign: string): BothWays {
  return { withPoint: withPoint && sign + withPoint, withComma: withComma && sign + withComma };
}

function refuseStyle({ withPoint, withComma }: BothWays, style: NumberStyle): string {
  if (withPoint !== null && withComma !== null) {
    const [whole, decimal] = withPoint.includes(".") ? [withComma, withPoint] : [withPoint, withComma];
    // With one zero more the separator cannot be one of thousands, and the file's other numbers follow it.
    const mended = `${decimal}0`.replace(".", withPoint === decimal || style === "mixed" ? "." : ",");
    return `This can be ${whole} or ${Number(decimal)}: please write ${whole} or ${mended}`;
  }
  return style === "mixed"
    ? `Other numbers of this file have a decimal point: please write ${withComma}`
    : `Please write decimals with a point: ${withComma}`;
}

const FOREIGN = "This isn't in Australian dollars: please convert it, and write the amount alone or with AUD";

type Parts = { sign: "" | "-"; currencies: string[]; body: string; hasPercent: boolean };

const OWN_CURRENCY = /^(?:\$|AU?\$|AUD\$?)$/i;
const CURRENCY = String.raw`(?:[a-z]{0,3}\p{Sc}|[a-z]{3})`;
const AROUND = new RegExp(
  String.raw`^([-+]?) ?(${CURRENCY})? ?(${CURRENCY})? ?([-+]?) ?([\d.,' ]*\d) ?(%?) ?(${CURRENCY})?$`,
  "iu",
);

function partsOf(written: string): Parts | null {
  const plain = plainSigns(written);
  const inBrackets = /^\((.*)\)$/.exec(plain)?.[1];
  const [, before, first, second, behind, body = "", percent, last] =
    AROUND.exec((inBrackets ?? plain).trim()) ?? [];
  const signs = [before, behind].filter(Boolean);
  if (body === "" || signs.length > (inBrackets === undefined ? 1 : 0)) return null;
  const currencies = [first, second, last].filter((one) => one !== undefined);
  if (currencies.some((one) => !isCurrency(one))) return null;
  const isBelowZero = inBrackets !== undefined || signs[0] === "-";
  return { sign: isBelowZero ? "-" : "", currencies, body: body.trim(), hasPercent: percent === "%" };
}

let codes: ReadonlySet<string> | undefined;

/** "$", "R$", "EUR"; not "day". */
function isCurrency(text: string): boolean {
  if (!/^[a-z]+$/i.test(text)) return true;
  codes ??= new Set(Intl.supportedValuesOf("currency"));
  return codes.has(text.toUpperCase());
}

/** The text with the signs of a plain keyboard for those of other keyboards, and without what cannot be seen. */
function plainSigns(text: string): string {
  return text
    .replace(NO_EDGES, "")
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(/[−–‐‑﹣]/g, "-")
    .replaceAll(/[’‘ʼ′]/g, "'")
    .replaceAll(/[\p{Zs}\t]/gu, " ");
}
