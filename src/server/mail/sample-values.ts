import { formatMailedCode } from "#domain/account/sign-in.ts";
import { writeAnchor } from "#domain/evidence/anchor.ts";

// What the samples of mails in the nouns have in common.

export const ORGANIZATION = "Harbour Coffee Roasters";
export const ADA = { userName: "Ada Byron", userEmail: "ada@harbour.example" };
export const AT = new Date("2026-11-20T23:41:05Z");
export const UNTIL = new Date("2026-11-27T23:41:05Z");
export const TOKEN = "sample-of-a-link";
export const ANCHOR = writeAnchor({
  chain: "harbour",
  position: 12,
  head: "7c".repeat(32),
  publicKey: "k".repeat(43),
  signature: "s".repeat(86),
});
export const PROPOSAL = {
  ...ADA,
  anchor: ANCHOR,
  name: "Website for Harbour",
  externalId: "P-1042",
  documentType: "PROPOSAL",
  slug: "website-for-harbour",
  decidedAt: AT,
};
/** What a mail about a sent document says. */
export const SENT = {
  ...PROPOSAL,
  uniqueDocumentId: "sample",
  organizationName: ORGANIZATION,
  senderName: "Noah Castellan",
  isAgain: false,
  validUntil: "2026-12-18",
  message: "Here is what we talked about on Tuesday. I'm happy to explain any part of it.",
  price: { total: "21608.13", hidesPrices: false, label: "Total inc. GST", hasGst: true, unpricedNote: null },
};
export const CODES = `The code has 8 digits. Once many were requested or guessed, it has 16 letters and digits, such as ${formatMailedCode("k7mp2xqd9wrth4vc")}`;
export const EACH_TIME = "Each time";
export const MEMBERS = "Every member of the organization";
