import { describe, expect, test } from "vitest";
import type { Fact } from "../evidence-event.ts";
import { formatPdfVerdict } from "./format-pdf-verdict.ts";
import type { PdfRecord } from "./verify-pdf.ts";

const AT = "2026-11-26T22:37:16.000Z";
const CONSENTED = {
  recordVersion: 2,
  consent: "ticked-by-person",
  identifiedBy: "password",
  confirmedBy: "code",
  accessGivenBy: "company",
  authorisedSince: "2026-11-01T01:02:03.000Z",
};

type Kind = PdfRecord["event"]["kind"];
type Facts = Record<string, Fact>;
type Shown = Record<string, string>;

function verdictOf(outcome: "intact" | "unknown-signer", kind: Kind, facts: Facts, shown: Shown) {
  const event = { chain: "c", position: 1, kind, subjectId: "d", at: AT, facts, sealed: {} };
  const signed = { previousHead: "", head: "", publicKey: "key", signature: "" };
  const record: PdfRecord = { event, ...signed, shown, timeZone: "Australia/Sydney" };
  const signer = { name: "Ember & Oak", keyHash: "" };
  return formatPdfVerdict({ outcome, faults: [], signer, record }, "UTC");
}

const factsOf = (kind: Kind, facts: Facts, shown: Shown) =>
  Object.fromEntries(verdictOf("intact", kind, facts, shown).facts);

describe("FIELD-6 a PDF tells how consent came about, how the person was identified and who let them in", () => {
  test("CONNECT-1 of an acceptance in a session of single sign-on", () => {
    const facts = { ...CONSENTED, identifiedBy: "single-sign-on", confirmedBy: null };
    const singleSignOn = "Single sign-on at https://login.harbour.example, set up by Wren Alder of Harbour";
    expect(factsOf("document.approve", facts, { singleSignOn })).toMatchObject({
      "How identified": `Signed in with single sign-on\n${singleSignOn}`,
    });
  });

  test("FIELD-6 of an acceptance", () => {
    const facts = { ...CONSENTED, intent: "This is my electronic signature.", organizationName: "Harbour" };
    expect(factsOf("document.approve", facts, { accessGivenByName: "Olive Owner" })).toMatchObject({
      "How it came about": expect.stringMatching(/^Ticked by the person\. /),
      Intent: "This is my electronic signature.",
      "How identified": expect.stringMatching(
        /^Signed in with a password\. For this acceptance: entered a new code/,
      ),
      "May accept since": expect.stringMatching(
        /12:02:03 pm AEDT.*Access given by Olive Owner of Ember & Oak$/s,
      ),
    });
  });

  test("FIELD-6 of a signature, whose organization and intent stand in the pages alone", () => {
    const shown = { organizationName: "Harbour", intent: "This is my electronic signature." };
    expect(factsOf("agreement.sign", CONSENTED, shown)).toMatchObject({
      Intent: "This is my electronic signature.",
      "How identified": expect.stringContaining("For this signature: entered a new code"),
      "May sign since": expect.stringMatching(/Access given by the company$/),
    });
  });

  test("FIELD-6 a record from before says that it is not recorded, and one with odd facts says nothing of it", () => {
    const earlier = factsOf("document.approve", { recordVersion: null }, {});
    expect(earlier["How it came about"]).toMatch(/^Not recorded\. /);
    expect(earlier).not.toHaveProperty("How identified");
    const odd = factsOf("document.approve", { ...CONSENTED, consent: 7 }, {});
    expect(odd).not.toHaveProperty("How it came about");
  });
});

test("FIELD-4 that someone accepted what was brought in is what the company says", () => {
  const facts = { decision: "APPROVED", organizationName: "Harbour", decidedAt: AT };
  const first = (outcome: "intact" | "unknown-signer", kind: Kind) =>
    verdictOf(outcome, kind, facts, { userName: "Maya" }).sentences[0];
  const what = "what Maya accepted for Harbour on 27 Nov 2026, 9:37:16 am AEDT";
  expect(first("intact", "document.bring-in")).toBe(`Ember & Oak says that this is ${what}.`);
  expect(first("unknown-signer", "document.bring-in")).toBe(`The file says that it is ${what}.`);
  expect(first("intact", "document.approve")).toBe(`This is ${what}, byte for byte.`);
});
