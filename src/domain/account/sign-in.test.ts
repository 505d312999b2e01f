import { expect, test } from "vitest";
import { formatMailedCode, isLongCode, TypedCode } from "./sign-in.ts";

const LONG = "abcdefgh23456789";

test.each([
  ["as the mail shows it", "abcd-efgh-2345-6789"],
  ["without dashes", "abcdefgh23456789"],
  ["in capitals, as a phone begins a line", "ABCD-EFGH-2345-6789"],
  ["with blanks around and inside", " abcd efgh\u00a02345 6789\n"],
  ["with the dashes of a word processor", "abcd–efgh—2345‑6789"],
  ["in full-width letters", "ａｂｃｄｅｆｇｈ２３４５６７８９"],
])("FIELD-3 a long code is read %s", (_, typed) => {
  expect(TypedCode.parse(typed)).toBe(LONG);
});

test("FIELD-3 a short code is read with blanks and dashes, and is no long one", () => {
  expect(TypedCode.parse(" 4071-8265 ")).toBe("40718265");
  expect([LONG, "40718265", `${LONG}a`, "abcdefgh2345678l", ""].map(isLongCode)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("FIELD-3 a mail shows a long code in groups of four, and a short one as it is", () => {
  expect(formatMailedCode(LONG)).toBe("abcd-efgh-2345-6789");
  expect(formatMailedCode("40718265")).toBe("40718265");
});
