import { expect, test } from "vitest";
import { FactorCode } from "./account/sign-in.ts";
import { readCode } from "./typed-code.ts";

/** Zeros of scripts whose digits people have on their keyboards: Arabic, Persian, Hindi, Bengali, Thai, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const BETWEEN = ["", " ", "\u00a0", "\u3000", "-", "\u2011", "\u2013", "\u200b", "\u200e", "\n"];

test.each(ZEROS.map((zero) => [String.fromCodePoint(zero), zero] as const))(
  "FIELD-10 a code is read in the digits of the script whose zero is %s",
  (_, zero) => {
    const code = "0123456789";
    const typed = [...code].map((digit) => String.fromCodePoint(zero + Number(digit))).join("");
    expect(readCode(typed)).toBe(code);
  },
);

test("FIELD-10 a code is read with whatever stands between its digits", () => {
  for (const between of BETWEEN) {
    for (const zero of ZEROS) {
      const digits = [..."407182"].map((digit) => String.fromCodePoint(zero + Number(digit)));
      expect(
        readCode(`${between}${digits.slice(0, 3).join(between)} ${digits.slice(3).join("")}${between}`),
      ).toBe("407182");
    }
  }
});

test.each([
  ["as it was shown", "ab2cd-ef3gh"],
  ["without its dash", "ab2cdef3gh"],
  ["in capitals with a blank", " AB2CD EF3GH "],
  ["with another dash", "ab2cd\u2013ef3gh"],
  ["in full width", "ａｂ２ｃｄ－ｅｆ３ｇｈ"],
])("FIELD-10 a backup code is read %s", (_, typed) => {
  expect(FactorCode.parse(typed)).toBe("ab2cd-ef3gh");
});
