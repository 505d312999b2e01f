import * as calls from "#contract/admin/delivery.ts";
import { byId, type Route, route } from "../http/route.ts";
import { ADA, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { getDelivery } from "./get-delivery.ts";
import { mailAgain } from "./mail-again.ts";
import { mailElsewhere } from "./mail-elsewhere.ts";
import { mailUndelivered } from "./mail-undelivered.job.ts";
import { composeUndelivered } from "./undelivered-mail.ts";

const MAILS: readonly MailSample[] = [
  {
    order: 290,
    mailKind: "mail-undelivered",
    name: "An email wasn't delivered",
    when: "A mail server refuses an email for good, or every try fails",
    to: "The owner of the document, and colleagues who chose to be notified of every one",
    again: "Once a day for each document",
    compose: (brand, publicUrl) =>
      composeUndelivered(brand, publicUrl, {
        recipient: ADA.userEmail,
        subject: `Proposal ${PROPOSAL.externalId}: ${PROPOSAL.name}, from ${brand.companyName}`,
        failure: "550 5.1.1 User unknown",
        uniqueDocumentId: "sample",
      }),
  },
];

export const noun: Noun = {
  jobs: [mailUndelivered],
  mails: MAILS,
  actions: {
    mails: {
      "mail.send-again": "sent a refused email again",
      "mail.send-elsewhere": "sent a refused email to another address",
    },
  },
};

export const routes: Route[] = [
  route(calls.getDelivery, ({ deps, params }) => getDelivery(deps, params.id)),
  route(calls.mailAgain, byId(mailAgain)),
  route(calls.mailElsewhere, byId(mailElsewhere)),
];
