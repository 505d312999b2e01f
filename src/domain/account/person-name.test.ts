import { expect, test } from "vitest";
import { hasDomain, isPlainName, personName } from "./person-name.ts";

test.each([
  "Ada",
  "Anne-Marie O’Neil",
  "J. R. R.",
  "J.R.",
  "Ph.D.",
  "St. John",
  "Łukasz",
  "محمد",
  "दीपिका",
  "李明",
])("%s is the name of a person", (name) => {
  expect(personName().safeParse(name).success).toBe(true);
});

test.each([
  ["an email address", "Ada ada@evil.test"],
  ["a wide @", "ada＠evil"],
  ["a domain", "Your prize: evil.example"],
  ["a domain with a path", "bit.ly/x"],
  ["a domain in another script", "пример.рф"],
  ["a domain with another script's dot", "evil。example"],
  ["a domain with a wide dot", "evil．example"],
  ["a numeric address", "Go to 198.51.100.7 now"],
  ["a web address", "https://evil"],
  ["text that runs the other way", "Ada \u202Emoc"],
  ["an isolated run", "Ada \u2066x\u2069"],
  ["a mark of direction", "Ada\u200F"],
  ["a line break", "Ada\nBuy now"],
])("CARE-9 a name with %s is refused", (_what, name) => {
  expect(personName().safeParse(name).success).toBe(false);
});

test("CARE-9 an organization may be named like a domain, which mails then leave out", () => {
  expect(isPlainName("Booking.com Pty Ltd")).toBe(true);
  expect(hasDomain("Booking.com Pty Ltd")).toBe(true);
  expect(hasDomain("Harper & Lane Pty. Ltd.")).toBe(false);
  expect(isPlainName("sales@evil.test")).toBe(false);
});

test.each(["\u200b\u200b", "\u2060", "\u3164", "\u2800 \u200d"])(
  "SIGN-5 a name of nothing that shows is asked for like an empty one",
  (name) => {
    const { error } = personName("Please enter your name").safeParse(name);
    expect(error?.issues[0]?.message).toBe("Please enter your name");
  },
);
