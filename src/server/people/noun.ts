import type { Actions } from "#domain/activity/say-action.ts";
import { ADA, EACH_TIME, TOKEN, UNTIL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { COMPANY } from "../wall/row-rules.ts";
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

const ACTIONS: Actions = {
  people: {
    "admin.change-role": "changed a colleague's role",
    "person.ask-new-email": "asked a person to confirm a new email address",
    "person.confirm-email": "confirmed a new email address",
    "person.correct-name": "corrected a person's name",
    "person.end-new-email": "took a new email address back",
    "person.erase": "erased the person from a record",
    "person.remove": "removed a person for good",
    "profile.update": "changed their profile",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  mails: MAILS,
  rows: {
    // The owner of a new email presses a link, and the portal acts for them.
    email_changes: [...COMPANY],
  },
};
