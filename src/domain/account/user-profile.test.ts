import { expect, test } from "vitest";
import { hasDomain, isPlainName, unlinkedName } from "./person-name-fault.ts";
import { lastName, personName } from "./user-profile.ts";

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

  "S.Kumar",
  "Md.Rahim",
  "St.John",
  "A.P.J.Abdul",
  "Jo.Anne",
  "Silva-M.Sc",
  "s.kumar",
  "S.KUMAR",
  "د.محمد",
  "Kumar s/o Raman",
  "علی\u200cرضا",
  "Robert, Jr.",
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
  ["a mark of direction inside", "Ada\u200F Byron"],
  ["a zero-width space inside", "Ad\u200ba"],
  ["a domain of small letters", "paypal.com"],
  ["a domain of a country", "ember.com.au"],
  ["no letter", "."],
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

test("FIELD-10 marks of direction at the edges of a name are removed, and those inside are named", () => {
  expect(personName().parse("\u202aWei\u202c")).toBe("Wei");
  expect(personName().parse("\u200fנור ")).toBe("נור");
  const { error } = personName().safeParse("We\u202ei");
  expect(error?.issues.map(({ message }) => message)).toEqual([
    "Please type this name again: a mark in it that can't be seen may turn the direction of other text",
  ]);
});

test("FIELD-10 a name that reads like a web address is refused with the spelling that is taken", () => {
  const { error } = personName().safeParse("Md.ab");
  expect(error?.issues[0]?.message).toContain("please type a space after the dot");
  expect(personName().safeParse("Md. ab").success).toBe(true);
});

test("FIELD-10 a last name may be empty, but no sign in its place", () => {
  expect(lastName().parse("  ")).toBe("");
  for (const text of [".", "-", "…", "\u2800."]) expect(lastName().safeParse(text).success, text).toBe(false);
});

test.each([
  ["S.Kumar", "S. Kumar"],
  ["Silva-M.Sc", "Silva-M. Sc"],
  ["A.P.J.Abdul", "A. P. J. Abdul"],
  ["J. R. R.", "J. R. R."],
])("FIELD-10 a mail shows %s as %s, which becomes no link", (name, shown) => {
  expect(unlinkedName(name)).toBe(shown);
  expect(hasDomain(shown)).toBe(false);
});
