import { expect, test } from "vitest";
import { Abn } from "./abn.ts";

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
  ["51 824 753 557", "its 11 digits do not fit together"],
  ["51 824 753", "an ABN has 11 digits"],
  ["ACN 004 085 616", "This is an ACN"],
])("FIELD-10 %j is refused with the true cause", (typed, cause) => {
  expect(Abn.safeParse(typed).error?.issues[0]?.message).toContain(cause);
});
