import sanitizeHtml from "sanitize-html";
import { expect, test } from "vitest";
import { describeConsent } from "#domain/consent/consent.ts";
import { readText } from "#tests/support/show-block.tsx";
import { renderPrintableAgreement } from "./print-agreement.tsx";

const html = renderPrintableAgreement({
  name: "Privacy & <terms>",
  richText: "<p>What you\npromise<script>alert(1)</script>.</p>",
  signature: {
    userName: "Wren <b>Alder</b>",
    userEmail: "wren@harbour.example",
    organizationName: "Harbour Coffee Roasters",
    globalOrganizationIdentifier: null,
    declaration: "I confirm it.",
    signedAt: new Date("2026-11-21T01:02:03.000Z"),
    version: 3,
    consent: "ticked-by-person",
    intent: "This is my electronic signature.",
    identifiedBy: "passkey",
    confirmedBy: null,
    authorisedSince: null,
    accessGivenBy: null,
    accessGivenByName: null,
    singleSignOn: null,
    origin: null,
    supplier: { name: "Ember & Oak Digital", abn: null },
    verify: { address: "https://portal.example/verify", qr: { size: 1, path: "M0 0h1v1H0z" } },
    signedGeneralDocumentId: "signed-1",
    contentHash: "0".repeat(64),
    anchor: "evidence:portal:3:abc",
  },
  brand: { companyName: "Ember & Oak Digital", logo: null, accent: "#0f6b5c" },
  css: "",
  fontCss: "",
  timeZone: "Australia/Sydney",
  sanitise: (text) => sanitizeHtml(text),
});

test("SIGN-8 the signed copy is a whole page with its title and language, and asks for nothing", () => {
  expect(html).toMatch(/^<!doctype html><html lang="en-AU">/);
  expect(html).toContain("<title>Privacy &amp; &lt;terms&gt;</title>");
  expect(html).not.toMatch(/<script|<link|src=|@import|url\(/);
});

test("FIELD-6 SIGN-8 it has the text as the screen showed it, and who signed it for whom, when, how and under which words", () => {
  expect(html).toContain("<p>What you\npromise.</p>");
  expect(readText(html.slice(html.indexOf("<main")))).toEqual([
    "Privacy & <terms>",
    "What you",
    "promise.",
    "Ember & Oak Digital",
    "Certificate of signature",
    "Privacy & <terms>",
    "Version 3",
    "Verify this file at",
    "portal.example/verify",
    "I confirm it.",
    "This is my electronic signature.",
    describeConsent("ticked-by-person"),
    "Signed by",
    "Wren <b>Alder</b>",
    "wren@harbour.example",
    "On behalf of",
    "Harbour Coffee Roasters",
    "Signed at",
    "21 Nov 2026, 12:02:03 pm AEDT",
    "21 Nov 2026, 1:02:03 am UTC",
    "How identified",
    "Signed in with a passkey",
    "May sign since",
    "Not recorded",
    "For experts",
    "Signature",
    "signed-1",
    "Text (SHA-256)",
    "0".repeat(64),
    "Evidence",
    "evidence:portal:3:abc",
    "Ember & Oak Digital has sealed this file.",
  ]);
});
