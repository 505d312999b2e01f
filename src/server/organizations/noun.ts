import { MEMBERS, ORGANIZATION } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { composeVerified } from "./verified-mail.ts";

const MAILS: readonly MailSample[] = [
  {
    place: 120,
    mailKind: "organization-active",
    name: "An organization is active",
    when: "An owner verifies an organization",
    to: MEMBERS,
    again: "Each time it is verified, also after it was deactivated",
    compose: (brand, publicUrl) => composeVerified(brand, publicUrl, ORGANIZATION),
  },
];

export const noun: Noun = { mails: MAILS };
