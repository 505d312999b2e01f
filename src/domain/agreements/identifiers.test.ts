import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Abn, comparableIdentifier, findIdentifierFault } from "./identifiers.ts";

// Example numbers of the authorities: abr.business.gov.au and asic.gov.au.
const ABN = "51 824 753 556";
const ACN = "004 085 616";

describe("numbers that fit", () => {
  test.each([
    ABN,
    "51824753556",
    `ABN ${ABN}`,
    `abn: ${ABN}`,
    `ABN No. ${ABN}`,
    "ABN 51-824-753-556",
    "51.824.753.556",
    "ABN 51.824.753.556",
    "ABN ５１ 824 753 556",
    "\u200e51 824 753 556\u200b",
    "ABN51824753556",
    `A.B.N. ${ABN}`,
    "53 004 085 616",
  ])("SIGN-4 the ABN %s passes", (identifier) => expect(findIdentifierFault(identifier)).toBeNull());

  test.each([ACN, "004085616", `ACN ${ACN}`, "ACN 000 000 019", "ACN 000 250 000", "ACN 010 499 966"])(
    "SIGN-4 the ACN %s passes",
    (identifier) => expect(findIdentifierFault(identifier)).toBeNull(),
  );

  test.each([
    "INC 9876543",
    "NZBN 9429041234567",
    "12-3456789",
    "DE 811 569 869 HRB",
    "1234567",
    "ABNORMAL",
    "",
    "x",
    "123.456.789-09",
  ])("SIGN-4 another kind of identifier passes: '%s'", (identifier) =>
    expect(findIdentifierFault(identifier)).toBeNull(),
  );
});

describe("numbers that do not", () => {
  test.each([
    ["51 824 753 557", /a valid ABN/],
    ["15 824 753 556", /a valid ABN/],
    ["ABN 51 824 753", /a valid ABN/],
    ["ABN51824753557", /a valid ABN/],
    ["A.B.N. 51 824 753 557", /a valid ABN/],
    ["acn004085617", /a valid ACN/],
    ["ABN", /a valid ABN/],
    ["ABN 5182475355x", /a valid ABN/],
    ["00 000 000 000", /a valid ABN/],
    ["004 085 617", /a valid ACN/],
    ["ACN 040 085 616", /a valid ACN/],
    [`ACN ${ABN}`, /a valid ACN/],
  ])("SIGN-4 '%s' is pointed out", (identifier, words) => {
    expect(findIdentifierFault(identifier)).toMatch(words);
  });

  test("SIGN-4 one wrong digit of an ABN is always noticed", () => {
    const digits = ABN.replaceAll(" ", "");
    const wrong = fc
      .tuple(fc.nat(digits.length - 1), fc.integer({ min: 1, max: 9 }))
      .map(([at, by]) => digits.slice(0, at) + ((Number(digits[at]) + by) % 10) + digits.slice(at + 1));
    fc.assert(fc.property(wrong, (abn) => findIdentifierFault(abn) !== null));
  });
});

test.each([
  ["ABN 51 824 753 556", "51824753556", true],
  ["a.b.n.: 51-824-753-556", "51 824 753 556", true],
  ["51.824.753.556", "ABN 51 824 753 556", true],
  ["INC 1234567", "inc1234567", true],
  ["ABN 51 824 753 556", "ABN 53 004 085 616", false],
  ["ACN 004 085 616", "INC 004085616", false],
])("SIGN-7 %s and %s are the same identifier: %s", (one, other, isSame) => {
  expect(comparableIdentifier(one) === comparableIdentifier(other)).toBe(isSame);
});

test.each([
  "51 824 753 556",
  "ABN 51 824 753 556",
  "ABN 51-824-753-556",
  "51.824.753.556",
  "51-824-753-556",
  "abn: 51824753556",
  "\u200e５１\u00a0824 753 556 ",
])("FIELD-10 the ABN %j is taken in Settings as its digits", (typed) => {
  expect(Abn.parse(typed)).toBe("51824753556");
});

test.each([
  ["51 824 753 557", "its 11 digits don't fit together"],
  ["51 824 753", "an ABN has 11 digits"],
  ["ACN 004 085 616", "This is an ACN"],
])("FIELD-10 %j is refused with the true cause", (typed, cause) => {
  expect(Abn.safeParse(typed).error?.issues[0]?.message).toContain(cause);
});
