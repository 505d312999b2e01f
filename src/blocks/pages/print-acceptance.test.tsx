import { expect, test } from "vitest";
import { CONSENTS, describeConsent } from "#domain/consent/consent.ts";
import type { PageItem } from "#domain/page/page.ts";
import { ACCEPTANCE, quoteOf } from "#tests/support/acceptance.ts";
import { printContent } from "#tests/support/print-content.ts";
import { readText } from "#tests/support/show-block.tsx";
import type { JoinedByLink } from "./certificate-parts.tsx";
import type { Acceptance } from "./print-acceptance.tsx";

function closingPage(content: PageItem[], acceptance: Acceptance = ACCEPTANCE): string[] {
  const html = printContent(content, acceptance);
  return readText(html.slice(html.indexOf("</main>")));
}

/** The text after a heading of the closing page. */
function after(heading: string, text: string[]): string[] {
  return text.slice(text.indexOf(heading) + 1);
}

function amountsOf(text: string[]): string[] {
  const sentences = after("Amounts", text);
  return sentences.slice(0, sentences.indexOf("For experts"));
}

const TERRACE = { name: "Terrace", isWanted: false };
const SIGNS = { name: "Signs", isWanted: true };
const TABLE = {
  type: "PricingTable",
  props: { id: "t", lineItems: [{ product: "Bread", price: 10, count: 2 }] },
};

test("FIELD-6 CARE-2 the certificate says who accepted what for whom, when, how, with what right, and under which terms", () => {
  expect(closingPage([quoteOf("w", [TERRACE, SIGNS])])).toEqual([
    "Ember & Oak Digital · ABN 51 824 753 556",
    "Certificate of acceptance",
    "Printed",
    "Proposal · P-1 · Version 2 · 3 pages with this one",
    "Verify this file at",
    "portal.example/verify",
    "I confirm it.",
    "This is my electronic signature.",
    describeConsent("ticked-by-person"),
    "Accepted by",
    "Maya Lindqvist",
    "maya@harbour.example",
    "On behalf of",
    "Harbour Coffee Roasters",
    "Accepted at",
    "21 Nov 2026, 12:02:03 pm AEDT",
    "21 Nov 2026, 1:02:03 am UTC",
    "How identified",
    "Signed in with a password",

    "May accept since",
    "1 Nov 2026, 12:02:03 pm AEDT",
    "Access given by Olive Owner of Ember & Oak Digital",
    "General terms",
    "None. The portal had no general terms then.",
    "Sent",
    "19 Nov 2026, 12:02:03 pm AEDT",
    "Ed Itor",
    "First opened",
    "20 Nov 2026, 12:02:03 pm AEDT",
    "Choices changed",
    "None was changed",
    "Accepted",
    "21 Nov 2026, 12:02:03 pm AEDT",
    "Maya Lindqvist",
    "Optional work",
    "Terrace",
    "Not included",
    "Signs",
    "Included",
    "Amounts",
    "Subtotal",
    "$200.00",
    "GST (10%)",
    "$20.00",
    "Total inc. GST",
    "$220.00",

    "For experts",
    "Decision",
    "6fd5c3c2-1f0c-4a0e-9d35-1d6a3e6f2a10",
    "Write permission",
    "permission-1",
    "Content (SHA-256)",
    "c".repeat(64),
    "Declaration (SHA-256)",
    "d".repeat(64),
    "Ember & Oak Digital keeps the originals with the decision, and has sealed this file. The values above bind the exact words, and the accepted content with its prices and choices.",
  ]);
});

test.each(CONSENTS)("FIELD-6 the certificate says of consent that was %s how it came about", (consent) => {
  const text = closingPage([], { ...ACCEPTANCE, consent });
  expect(text).toContain(describeConsent(consent));
});

test("FIELD-6 the network address and device are shown where the company switched them on, and nowhere else", () => {
  const origin = { ipAddress: "203.0.113.7", userAgent: "A browser of 2026" };
  expect(after("Network address and device", closingPage([], { ...ACCEPTANCE, origin })).slice(0, 2)).toEqual(
    ["203.0.113.7", "A browser of 2026"],
  );
  expect(closingPage([]).join(" ")).not.toContain("Network address");
});

test("FIELD-6 general terms are named with their version then, and with what was signed for the organization", () => {
  const signedAt = new Date("2026-11-02T01:02:03Z");
  const signedBy = (version: number | null) => ({ version, signedAt, userName: "Wren Alder" });
  const terms = [
    { name: "General terms", version: 3, signature: signedBy(3) },
    { name: "Privacy", version: 2, signature: signedBy(1) },
    { name: "Hosting", version: 1, signature: null },
    { name: "Brought", version: 1, signature: signedBy(null) },
    { name: "Fifth", version: 1, signature: null },
  ];
  const of = (sentences: typeof terms | null) => ({
    ...ACCEPTANCE,
    certificate: { ...ACCEPTANCE.certificate, terms: sentences },
  });
  const text = after("General terms", closingPage([], of(terms))).join(" ");
  expect(text).toContain("General terms, version 3 . Signed by Wren Alder on 2 Nov 2026.");
  expect(text).toContain("Privacy, version 2 . Version 1 was signed by Wren Alder");
  expect(text).toContain("Hosting, version 1 . Not signed for Harbour Coffee Roasters.");
  expect(text).toContain("Brought, version 1 . An earlier version was signed by Wren Alder");
  expect(text).toContain("And 1 more.");
  expect(after("General terms", closingPage([], of(null)))[0]).toBe("Not recorded");
});

test("FIELD-8 names stand apart from the words around them, in which another direction would mix", () => {
  const terms = [
    { name: "T&C", version: 2, signature: null },
    { name: "NDA", version: 1, signature: { version: 1, signedAt: new Date(0), userName: "Olive Owner" } },
  ];
  const html = printContent([quoteOf("w", [TERRACE])], {
    ...ACCEPTANCE,
    certificate: { ...ACCEPTANCE.certificate, terms },
  });
  const names = [
    "Ember &amp; Oak Digital",
    "Terrace",
    "T&amp;C",
    "NDA",
    "Harbour Coffee Roasters",
    "Olive Owner",
  ];
  for (const name of names) expect(html).toContain(`<bdi>${name}</bdi>`);
});

test("FIRST-1 the closing page names the reading link by which the person had joined, and its code", () => {
  const joined = {
    mailed: { email: "ada@harbour.example", at: new Date("2026-11-18T00:00:00Z") },
    openedAt: new Date("2026-11-18T01:00:00Z"),
    joinedAt: new Date("2026-11-18T02:00:00Z"),
    wasCodeRequired: true,
  };
  const page = (given: Partial<JoinedByLink>) =>
    closingPage([], {
      ...ACCEPTANCE,
      certificate: { ...ACCEPTANCE.certificate, joined: { ...joined, ...given } },
    }).join(" ");
  const text = page({});
  expect(text).toContain("How they joined By the link that was mailed to ada@harbour.example on 18 Nov 2026");
  expect(text).toMatch(
    /First opened 18 Nov 2026.*Joined 18 Nov 2026.*A code mailed to that address was required/,
  );
  const erased = page({ mailed: null, openedAt: null, wasCodeRequired: false });
  expect(erased).toContain("whose recipient was removed. Its first opening is not recorded.");
  expect(erased).toContain("No code was required");
  expect(closingPage([]).join(" ")).not.toContain("How they joined");
});

test("CONNECT-1 the certificate names the single sign-on of the person, and who set it up", () => {
  const singleSignOn = "Single sign-on at https://login.harbour.example, set up by Wren Alder of Harbour";
  const text = closingPage([], { ...ACCEPTANCE, identifiedBy: "single-sign-on", singleSignOn });
  expect(text).toContain(singleSignOn);
});

test("FIELD-6 CARE-2 what is not on record is said to be so, and nothing is claimed in its place", () => {
  const old = closingPage([], {
    ...ACCEPTANCE,
    declaration: null,
    organizationPermissionId: null,
    versionNumber: null,
    consent: null,
    intent: null,
    identifiedBy: null,
    authorisedSince: null,
    accessGivenBy: null,
    accessGivenByName: null,
  });
  expect(old).toContain("No declaration is on record with this acceptance.");
  expect(old).toContain(describeConsent("not-recorded"));
  expect(after("How identified", old)[0]).toBe("Not recorded");
  expect(after("May accept since", old)[0]).toBe("Not recorded");
  expect(after("Write permission", old)[0]).toBe("Not recorded");
  expect(old.join(" ")).toContain("Version not recorded");
  expect(old).toContain("The document has no optional work.");
  expect(old.join(" ")).not.toMatch(/Amounts|Declaration \(SHA|permission-1|electronic signature/);
});

test("CARE-2 of several quotes each has its total, then the document; work that is quoted twice is one choice", () => {
  const text = closingPage([quoteOf("w", [SIGNS]), TABLE, quoteOf("w", [SIGNS])]);
  expect(text.filter((one) => one === "Signs")).toHaveLength(1);
  expect(amountsOf(text)).toEqual([
    "Total inc. GST of quote 1",
    "$220.00",
    "Total inc. GST of quote 2",
    "$22.00",
    "Total inc. GST of quote 3",
    "$220.00",
    "Total of the document",
    "$462.00",
  ]);
});

test("CARE-2 CARE-4 amounts that the page hides are not on the closing page, but bound by their hash", () => {
  const quote = quoteOf("w", [TERRACE]);
  const hiding = { ...quote, props: { ...quote.props, hidePricing: true } };
  expect(closingPage([hiding]).join(" ")).not.toMatch(/Amounts|\$/);
  expect(closingPage([hiding])).toContain("Not included");
  const bound = closingPage([hiding], { ...ACCEPTANCE, hiddenHash: "e".repeat(64) });
  expect(after("Prices not shown (salted SHA-256)", bound)[0]).toBe("e".repeat(64));
});

test("FIELD-7 CARE-2 the shown prices are not called the total of a document that hides others, whose work is named", () => {
  const quote = quoteOf("w", [TERRACE, SIGNS]);
  const hiding = { ...quote, props: { ...quote.props, hidePricing: true } };
  const note = "Work without a shown price is part of the acceptance: “Fit-out”, “Signs”.";
  expect(amountsOf(closingPage([hiding, TABLE]))).toEqual([
    "Subtotal",
    "$20.00",
    "GST (10%)",
    "$2.00",
    "Total of the shown prices",
    "$22.00",
    note,
  ]);
  expect(amountsOf(closingPage([hiding, TABLE, quoteOf("v", [])]))).toEqual([
    "Total inc. GST of quote 1",
    "$22.00",
    "Total inc. GST of quote 2",
    "$110.00",
    "Total of the shown prices",
    "$132.00",
    note,
  ]);
});

test("a document that no one accepted has no closing page", () => {
  expect(printContent([])).not.toContain("Certificate of acceptance");
});

test("TRUST-1 the closing page prints the anchor of its evidence, and says of an acceptance that it was brought in", () => {
  const anchor = `evidence:harbour:12:${"a".repeat(68)}--${"b".repeat(100)}`;
  const lines = after("Evidence", closingPage([], { ...ACCEPTANCE, anchor })).slice(0, -1);
  expect(lines.join("")).toBe(anchor);
  expect(lines.filter((line) => line.endsWith("-"))).toEqual([]);
  const brought = closingPage([], { ...ACCEPTANCE, broughtInAt: new Date("2026-11-22T01:02:03Z") });
  expect(brought.join(" ")).toContain("Brought in. This acceptance was made elsewhere");
  expect(brought.join(" ")).toContain("22 Nov 2026, 12:02:03 pm AEDT");
  expect(closingPage([]).join(" ")).not.toMatch(/Brought in|Evidence/);
});
