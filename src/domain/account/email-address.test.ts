import { expect, test } from "vitest";
import { casesFor, drawFrom, SEED } from "#tests/support/suite-cases.ts";
import { canonicalEmail, findEmailFault } from "./email-address.ts";
import { AccountEmail, Email, UserProfile } from "./user-profile.ts";

test.each([
  ["r&d@client.example", "r&d@client.example"],
  ["o'brien@client.example", "o'brien@client.example"],
  ["a/b=c?{d}|e~#!$%^*`@client.example", "a/b=c?{d}|e~#!$%^*`@client.example"],
  ["_ann_@client.example", "_ann_@client.example"],
  ["info@grün-bau.example", "info@xn--grn-bau-o2a.example"],
  ["info@GRÜN-BAU.example", "info@xn--grn-bau-o2a.example"],
  ["info@grün-bau。example", "info@xn--grn-bau-o2a.example"],
  ["post@client.рф", "post@client.xn--p1ai"],
  ["post@client.xn--p1ai", "post@client.xn--p1ai"],
  ["\u200b ann@client.example\u200b\u200f ", "ann@client.example"],
])("FIELD-10 %j is the address %s", (typed, stored) => {
  expect(Email.parse(typed)).toBe(stored);
});

test.each([
  ["Ann <ann@client.example>", "Please enter the address alone, without a name: ann@client.example"],
  ["mailto:ann@client.example", "Please enter the address alone, without “mailto:”"],
  ['"ann b"@client.example', "An address with quotation marks can't be used here. Please enter another one"],
  ["почта@client.example", "Please use an address with only English letters before the @"],
  ["ann@client.example.", "Please enter a valid email"],
  ["ann@client", "Please enter a valid email"],
  ["ann@@client.example", "Please enter a valid email"],
  ["ann@client.example, bo@client.example", "Please enter a valid email"],
  ["ann@sub_domain.client.example", "Please enter a valid email"],
  ["an\u200bn@client.example", "Please enter a valid email"],
  ["ann@cli\u200bent.example", "Please enter a valid email"],
  ["ann@cli/ent.example", "Please enter a valid email"],
  ["ann@198.51.100.7", "Please enter a valid email"],
  ["ann@xn--.example", "Please enter a valid email"],
  [`${"a".repeat(65)}@client.example`, "Please enter a valid email"],
])("FIELD-10 %j is refused: %s", (typed, message) => {
  expect(Email.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([`${"a".repeat(65)}@client.example`, "Ann@Client-.example", "ann@xn--.example"])(
  "FIELD-10 %s, stored before the rule, is answered as it is and names its account",
  (email) => {
    const profile = { userProfileId: "person-1", firstName: "Ann", lastName: "", email };
    const answer = { ...profile, activeOrganizationId: null, adminRole: null };
    expect(UserProfile.parse(answer)).toEqual(answer);
    expect(AccountEmail.parse(email)).toBe(email);
    expect(Email.safeParse(email).success).toBe(false);
  },
);

test("FIELD-10 the fault of an address that names an account is the fault of a new one", () => {
  for (const typed of [
    "ann",
    "Ann <ann@client.example>",
    "mailto:ann@client.example",
    "почта@client.example",
  ])
    expect(AccountEmail.safeParse(typed).error).toEqual(Email.safeParse(typed).error);
});

const LOCALS = [
  "ann",
  "r&d",
  "a.b",
  "x=y",
  "a..b",
  ".a",
  "o'brien",
  '"q q"',
  "é",
  "",
  "a b",
  "mailto:a",
  "A+b",
];
const DOMAINS = [
  "x.example",
  "grün.example",
  "x.xn--p1ai",
  "例え.example",
  "x",
  "x..example",
  "-x.example",
  "x_.example",
];
const EDGES = ["", " ", "\u200b", "\u200f", "<", ">", ".", "\t", "Ann <"];

test("FIELD-10 what the form takes, the server takes as the form of it that stays the same", () => {
  const draw = drawFrom(SEED);
  const one = (of: readonly string[]) => of[draw(of.length)] ?? "";
  for (let round = 0; round < casesFor(500, 20_000); round += 1) {
    const typed = `${one(EDGES)}${one(LOCALS)}${draw(9) === 0 ? "" : "@"}${one(DOMAINS)}${one(EDGES)}`;
    const read = Email.safeParse(typed);
    expect(read.success, JSON.stringify(typed)).toBe(findEmailFault(typed) === null);
    if (read.success) {
      expect(read.data).toMatch(/^[!-~]+@[a-z0-9.-]+$/);
      expect(canonicalEmail(read.data)).toBe(read.data);
    }
  }
});
