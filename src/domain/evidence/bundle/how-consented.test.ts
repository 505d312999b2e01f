import { expect, test } from "vitest";
import { formatConsent, type HowConsented, isHowConsented } from "./how-consented.ts";

const HOW: HowConsented = {
  consent: "ticked-by-person",
  intent: "This is my electronic signature.",
  identifiedBy: "passkey",
  confirmedBy: null,
  authorisedSince: "2026-11-01T01:02:03.000Z",
  accessGivenBy: "company",
  accessGivenByName: "Olive Owner",
};
const AROUND = { decision: "acceptance", organizationName: "Harbour", company: "Ember & Oak" } as const;

test("FIELD-6 a bundle tells how its consent came about, how the person was identified, since when they may accept, and who let them in", () => {
  const facts = Object.fromEntries(formatConsent(HOW, AROUND, ["Australia/Sydney", undefined]));
  expect(facts["How it came about"]).toMatch(/^Ticked by the person\./);
  expect(facts.Intent).toBe(HOW.intent);
  expect(facts["How identified"]).toBe("Signed in with a passkey");
  expect(facts["May accept since"]).toContain("Access given by Olive Owner of Ember & Oak");
  expect(facts["May accept since"]).toContain("12:02:03 pm AEDT");
});

test("FIELD-6 a bundle of before is not recorded, and words of a later version are told as they are", () => {
  expect(formatConsent(undefined, AROUND, [undefined, undefined])[0]?.[1]).toMatch(/^Not recorded\./);
  const later = {
    ...HOW,
    consent: "by-eye",
    identifiedBy: "iris",
    accessGivenBy: "court",
    accessGivenByName: null,
  };
  const facts = Object.fromEntries(formatConsent(later, AROUND, [undefined, undefined]));
  expect(facts).toMatchObject({ "How it came about": "by-eye", "How identified": "Signed in with iris" });
  expect(facts["May accept since"]).toContain("court");
});

test.each([
  null,
  1,
  "x",
  { ...HOW, consent: 1 },
  { ...HOW, intent: undefined },
  { ...HOW, accessGivenBy: {} },
])("FIELD-6 no report of consent: %j", (value) => {
  expect(isHowConsented(value)).toBe(false);
});

test("FIELD-6 a report of consent, or none", () => {
  expect([HOW, undefined].map(isHowConsented)).toEqual([true, true]);
});

test("CONNECT-1 a bundle names the single sign-on of the person, and who set it up", () => {
  const singleSignOn = "Single sign-on at https://login.harbour.example, set up by Wren Alder of Harbour";
  const how = { ...HOW, identifiedBy: "single-sign-on", singleSignOn };
  expect(isHowConsented(how)).toBe(true);
  expect(isHowConsented({ ...how, singleSignOn: 1 })).toBe(false);
  const facts = Object.fromEntries(formatConsent(how, AROUND, [undefined, undefined]));
  expect(facts["How identified"]).toBe(`Signed in with single sign-on\n${singleSignOn}`);
});
