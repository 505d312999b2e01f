import * as calls from "#contract/documents.ts";
import { byId, type Route, route } from "../http/route.ts";
import { ADA, AT, ORGANIZATION, PROPOSAL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { add, COMPANY, change, MEMBER_ROLES, OF_ORGANIZATION, OF_PERSON, see } from "../rls/row-rules.ts";
import { mailOpening } from "./mail-opening.job.ts";
import { composeOpening } from "./opening-mail.ts";
import { reportOpening } from "./report-opening.ts";

const MAILS: readonly MailSample[] = [
  {
    order: 168,
    mailKind: "document-opened",
    name: "A client opened a document",
    when: "A document is opened for the first time since it was sent",
    to: "The owner of the document, unless they chose not to get it",
    again: "Each version that is sent",
    compose: (brand, publicUrl) =>
      composeOpening(brand, publicUrl, {
        ...PROPOSAL,
        uniqueDocumentId: "sample",
        organizationName: ORGANIZATION,
        openedAt: AT,
        reader: { name: ADA.userName, email: ADA.userEmail },
      }),
  },
];

export const noun: Noun = {
  jobs: [mailOpening],
  mails: MAILS,
  rows: {
    document_openings: [
      see(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      add(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`),
      change(MEMBER_ROLES, `${OF_PERSON} and ${OF_ORGANIZATION}`, ["last_at", "times"]),
      ...COMPANY,
    ],
  },
};

export const routes: Route[] = [route(calls.reportOpening, byId(reportOpening))];
