import { ADA, EACH_TIME, TOKEN, UNTIL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { composeEmailChange, composeOldEmail } from "./email-change-mail.ts";

const MAILS: readonly MailSample[] = [
  {
    place: 100,
    mailKind: "new-email",
    name: "Confirmation of a new email",
    when: "The company corrects the email of a person",
    to: "The new email",
    again: EACH_TIME,
    compose: (brand, publicUrl) =>
      composeEmailChange(brand, publicUrl, {
        ...{ personName: ADA.userName, email: "ada@old.example", newEmail: ADA.userEmail },
        ...{ token: TOKEN, expiresAt: UNTIL },
      }),
  },
  {
    place: 110,
    mailKind: "old-email",
    name: "An email has changed",
    when: "A person has confirmed their new email",
    to: "The old email",
    again: EACH_TIME,
    compose: composeOldEmail,
  },
];

export const noun: Noun = { mails: MAILS };
