import { MEMBERS, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { composeRecall, composeWithdrawal } from "./recall-mails.ts";
import { composeSending } from "./sending-mail.ts";

const MAILS: readonly MailSample[] = [
  {
    place: 140,
    mailKind: "document-sent",
    name: "A document was sent",
    when: "The company sends a document for a decision",
    to: MEMBERS,
    again: "Each version that is sent",
    compose: (brand, publicUrl) =>
      composeSending(brand, publicUrl, {
        ...PROPOSAL,
        senderName: "Noah Castellan",
        isAgain: false,
        message: "Here is what we talked about on Tuesday. I am glad to explain any part of it.",
      }),
  },
  {
    place: 150,
    mailKind: "document-recalled",
    name: "A document was recalled",
    when: "The company takes a document back to change it",
    to: MEMBERS,
    again: "Each version that is recalled",
    compose: (brand) => composeRecall(brand, { ...PROPOSAL, senderName: "Noah Castellan" }),
  },
  {
    place: 160,
    mailKind: "document-withdrawn",
    name: "A document was withdrawn",
    when: "The company withdraws a document for good",
    to: MEMBERS,
    again: "Never: a document is withdrawn once",
    compose: (brand, publicUrl) =>
      composeWithdrawal(brand, publicUrl, {
        ...PROPOSAL,
        senderName: "Noah Castellan",
        reason: "The price of oak has gone up.",
      }),
  },
];

export const noun: Noun = { mails: MAILS };
