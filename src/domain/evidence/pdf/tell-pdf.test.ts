import { describe, expect, test } from "vitest";
import type { Fact } from "../evidence-event.ts";
import { tellPdf } from "./tell-pdf.ts";
import type { PdfRecord } from "./verify-pdf.ts";

const AT = "2026-11-26T22:37:16.000Z";
const CONSENTED = {
  recordVersion: 2,
  consent: "ticked-by-person",
  identifiedBy: "password",
  confirmedBy: "code",
  letInBy: "company",
  authorisedSince: "2026-11-01T01:02:03.000Z",
};

function told(kind: PdfRecord["event"]["kind"], facts: Record<string, Fact>, shown: Record<string, string>) {
  const event = { chain: "c", position: 1, kind, subjectId: "d", at: AT, facts, sealed: {} };
  const signed = { previousHead: "", head: "", publicKey: "key", signature: "" };
  const record: PdfRecord = { event, ...signed, shown, timeZone: "Australia/Sydney" };
  const signer = { name: "Ember & Oak", keyHash: "" };
  return Object.fromEntries(tellPdf({ outcome: "intact", faults: [], signer, record }, "UTC").facts);
}

describe("FIELD-6 a PDF tells how consent came about, how the person was identified and who let them in", () => {
  test("FIELD-6 of an acceptance", () => {
    const facts = { ...CONSENTED, intent: "This is my electronic signature.", organizationName: "Harbour" };
    expect(told("document.approve", facts, { letInByName: "Olive Owner" })).toMatchObject({
      "How it came about": expect.stringMatching(/^Ticked by the person\. /),
      Intent: "This is my electronic signature.",
      "How identified": expect.stringMatching(
        /^Signed in with a password\. For this acceptance: entered a new code/,
      ),
      "May accept since": expect.stringMatching(/12:02:03 pm AEDT.*Access given by Olive Owner of Ember & Oak$/s),
    });
  });

  test("FIELD-6 of a signature, whose organization and intent stand in the pages alone", () => {
    const shown = { organizationName: "Harbour", intent: "This is my electronic signature." };
    expect(told("agreement.sign", CONSENTED, shown)).toMatchObject({
      Intent: "This is my electronic signature.",
      "How identified": expect.stringContaining("For this signature: entered a new code"),
      "May sign since": expect.stringMatching(/Access given by the company$/),
    });
  });

  test("FIELD-6 a record from before says that it is not recorded, and one with odd facts says nothing of it", () => {
    const earlier = told("document.approve", { recordVersion: null }, {});
    expect(earlier["How it came about"]).toMatch(/^Not recorded\. /);
    expect(earlier).not.toHaveProperty("How identified");
    const odd = told("document.approve", { ...CONSENTED, consent: 7 }, {});
    expect(odd).not.toHaveProperty("How it came about");
  });
});
