import { expect, test } from "vitest";
import {
  CONSENTS,
  describeAccessGiven,
  describeConsent,
  describeIdentification,
  describeIssuer,
  IDENTIFICATIONS,
  statementOfIntent,
} from "./consent.ts";

test("FIELD-6 the five ways of consent read differently, and each but the last two says that the screen reported it", () => {
  const sentence = CONSENTS.map(describeConsent);
  expect(new Set(sentence).size).toBe(5);
  expect(sentence.filter((one) => one.includes("The screen reported"))).toHaveLength(3);
  expect(describeConsent("ticked-by-person")).toMatch(/^Ticked by the person\./);
  expect(describeConsent("ticked-in-advance")).toMatch(/^Ticked in advance\./);
  expect(describeConsent(null)).toBe(describeConsent("not-recorded"));
});

test("FIELD-6 the sentence of intent names whom a person acts for, or that they act for themselves", () => {
  expect(statementOfIntent("Harbour")).toBe(
    "This is my electronic signature, and I agree to this document on behalf of Harbour.",
  );
  expect(statementOfIntent(undefined)).toContain("on behalf of my Organization.");
  expect(statementOfIntent(null)).toContain("I agree to this document for myself.");
});

test.each([
  [{ consent: "ticked-by-person", identifiedBy: "password", confirmedBy: null }, "Signed in with a password"],
  [
    { consent: "ticked-by-person", identifiedBy: "password-and-code", confirmedBy: "code" },
    "Signed in with a password and a code of an authenticator app or a backup code. For this acceptance: entered a new code of an authenticator app or a backup code.",
  ],
  [
    { consent: "sent-by-program", identifiedBy: "passkey", confirmedBy: null },
    "A program with a token from a sign-in with a passkey",
  ],
  [{ consent: null, identifiedBy: null, confirmedBy: null }, "Not recorded"],
] as const)("FIELD-6 how a person was identified: %j", (facts, sentence) => {
  expect(describeIdentification(facts, "acceptance")).toBe(sentence);
});

test("FIELD-6 no way of identification lacks its words", () => {
  const facts = { consent: "ticked-by-person", confirmedBy: null } as const;
  const sentence = IDENTIFICATIONS.map((identifiedBy) =>
    describeIdentification({ ...facts, identifiedBy }, "signature"),
  );
  expect(new Set(sentence).size).toBe(IDENTIFICATIONS.length);
});

test.each([
  [
    { accessGivenBy: "company", accessGivenByName: "Olive Owner" },
    "Access given by Olive Owner of Ember & Oak",
  ],
  [
    { accessGivenBy: "organization", accessGivenByName: "Wren Alder" },
    "Access given by Wren Alder of Harbour",
  ],
  [{ accessGivenBy: "company", accessGivenByName: null }, "Access given by the company"],
  [{ accessGivenBy: "operator", accessGivenByName: null }, "Access given by an operator of the portal"],
  [{ accessGivenBy: null, accessGivenByName: null }, "Not recorded"],
  [
    { accessGivenBy: null, accessGivenByName: null, identifiedBy: "typed-address" },
    "Signed without an account. No permission was checked.",
  ],
] as const)("FIELD-6 who let a person in: %j", (accessGiven, sentence) => {
  expect(
    describeAccessGiven(
      { identifiedBy: "password", ...accessGiven, organizationName: "Harbour" },
      "Ember & Oak",
    ),
  ).toBe(sentence);
});

test.each([
  [{ actorSide: "organization", actorName: "Wren Alder" }, "set up by Wren Alder of Harbour"],
  [{ actorSide: "company", actorName: "Olive Owner" }, "set up by Olive Owner of Ember & Oak"],
  [{ actorSide: "organization", actorName: null }, "set up by their organization"],
] as const)("CONNECT-1 which single sign-on signed a person in, and who set it up: %j", (actor, setUp) => {
  const sides = { companyName: "Ember & Oak", organizationName: "Harbour" };
  expect(describeIssuer({ issuer: "https://login.harbour.example", ...actor }, sides)).toBe(
    `Single sign-on at https://login.harbour.example, ${setUp}`,
  );
});
