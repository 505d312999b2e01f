import fc from "fast-check";
import { expect, test } from "vitest";
import { casesFor, SEED } from "../../tests/support/suite-cases.ts";
import { type NumberKind, type NumberStyle, readNumber } from "./read-number.ts";

const read = (text: string, kind: NumberKind = "money", style: NumberStyle = ".") => {
  const found = readNumber(text, kind, style);
  return "digits" in found ? Number(found.digits) : found.refusal;
};

test.each([
  ["$1,200.50", 1200.5],
  ["A$95", 95],
  ["AU$ 95", 95],
  ["AUD 95.00", 95],
  ["95.00 AUD", 95],
  ["AUD $1,200", 1200],
  [".50", 0.5],
  ["1 200.00", 1200],
  ["1\u00a0200.00", 1200],
  ["1\u202f200", 1200],
  ["1'200.00", 1200],
  ["1’200’000", 1200000],
  ["12,34,567.89", 1234567.89],
  ["1,00,000.00", 100000],
  ["１，２００．５０", 1200.5],
  ["＄９５", 95],
  ["−5", -5],
  ["－5", -5],
  ["(95.00)", -95],
  ["($95)", -95],
  ["-$95", -95],
  ["$-95", -95],
  ["+95", 95],
  ["\u200e95\u200b", 95],
  ["95.0000", 95],
  ["(0)", 0],
])("FIELD-10 %j is read as %d", (text, number) => {
  expect(read(text)).toBe(number);
});

const FOREIGN = "This isn't in Australian dollars: please convert it, and write the amount alone or with AUD";

test.each([
  ["0,125", "Please write decimals with a point: 0.125"],
  ["1,25", "Please write decimals with a point: 1.25"],
  ["1.250,00", "Please write decimals with a point: 1250.00"],
  ["1 200,500", "Please write decimals with a point: 1200.500"],
  ["(1.250,00)", "Please write decimals with a point: -1250.00"],
  ["€95", FOREIGN],
  ["US$95", FOREIGN],
  ["95 nzd", FOREIGN],
  ["￥95", FOREIGN],
])("FIELD-10 %j is refused with its cure", (text, sentence) => {
  expect(read(text)).toBe(sentence);
});

test.each([
  "",
  "-",
  "$",
  "1,2,3",
  "1.2.3",
  "0,123,4",
  "1  200",
  "1 20",
  "5-",
  "--5",
  "-(5)",
  "5²",
  "½",
  "1e3",
  "95 day",
  "10%",
  "1.",
  "1/2",
  "0x10",
  "٥",
])("FIELD-10 %j is no amount", (text) => {
  expect(readNumber(text, "money")).toEqual({ refusal: null });
});

test("FIELD-10 a percentage takes its sign, and a quantity takes no dollars", () => {
  expect(read("12.5 %", "percent")).toBe(12.5);
  expect(read("１０％", "percent")).toBe(10);
  expect(read("0,5%", "percent")).toBe("Please write decimals with a point: 0.5");
  expect(readNumber("$8", "plain")).toEqual({ refusal: null });
  expect(readNumber("€8", "plain")).toEqual({ refusal: null });
});

/** A number, how a person of one country writes it, and what may be around it. */
const written = fc
  .record({
    whole: fc.bigInt({ min: 0n, max: 99_999_999n }),
    decimals: fc.stringMatching(/^\d{0,5}$/),
    mark: fc.constantFrom(".", ","),
    group: fc.constantFrom("", "mark", " ", "\u00a0", "\u202f", "'", "’", "indian"),
    around: fc.constantFrom(
      ["", ""],
      ["$", ""],
      ["AUD ", ""],
      ["", " AUD"],
      ["−", ""],
      ["(", ")"],
      [" ", "\u200b"],
    ),
    isWide: fc.boolean(),
  })
  .map(({ whole, decimals, mark, group, around: [before = "", behind = ""], isWide }) => {
    const other = mark === "." ? "," : ".";
    const isIndian = group === "indian" && mark === ".";
    const separator = group === "mark" ? other : group === "indian" ? "" : group;
    const grouped = isIndian
      ? String(whole).replace(/\B(?=(?:\d{2})*\d{3}$)/g, ",")
      : String(whole).replace(/\B(?=(?:\d{3})+$)/g, separator);
    const body = decimals === "" ? grouped : `${grouped}${mark}${decimals}`;
    const sign = before === "−" || before === "(" ? -1 : 1;
    const wide = isWide
      ? body.replaceAll(/[\d.,]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
      : body;
    return { text: `${before}${wide}${behind}`, mark, value: sign * Number(`${whole}.${decimals || 0}`) };
  });

const asserted = { seed: SEED, numRuns: casesFor(2000, 50_000) };

test("FIELD-10 no number is read as another: a file of its writer reads it, others read it or refuse it", () => {
  fc.assert(
    fc.property(written, ({ text, mark, value }) => {
      expect(read(text, "money", mark as NumberStyle)).toBe(value === 0 ? 0 : value);
      for (const style of ["mixed", "unknown"] as const) {
        const found = read(text, "money", style);
        if (typeof found === "number") expect(found).toBe(value === 0 ? 0 : value);
        else expect(found).toMatch(/please write/i);
      }
    }),
    asserted,
  );
});

test("FIELD-10 a form reads a decimal comma as such or not at all, but for groups of three as Australians write them", () => {
  fc.assert(
    fc.property(written, ({ text, mark, value }) => {
      const found = read(text);
      const isGroup = mark === "," && /^\D*[1-9１-９][\d０-９]{0,2}[,，][\d０-９]{3}\D*$/.test(text);
      const isPoint = mark === "," && /^\D*[\d０-９]+[.．][\d０-９]{3}\D*$/.test(text);
      if (typeof found === "number" && !isGroup && !isPoint) expect(found).toBe(value === 0 ? 0 : value);
      if (typeof found !== "number") expect(found).toMatch(/please write/i);
    }),
    asserted,
  );
});

test("FIELD-10 whatever is typed is a number or refused, never an error", () => {
  const sign = fc.constantFrom(..."0123456789.,'’ -−()+$€%AUDxe٥５．，\u00a0\u200b");
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      const found = readNumber(text, "money");
      if ("digits" in found) expect(found.digits).toMatch(/^-?\d+(\.\d+)?$/);
    }),
    asserted,
  );
});
