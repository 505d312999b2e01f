import type { Actions } from "#domain/activity/describe-action.ts";
import { ORGANIZATION, TOKEN, UNTIL } from "../mail/sample-values.ts";
import type { MailSample, Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { composeInvitation } from "./invitation-mail.ts";

const INVITED = { token: TOKEN, inviterName: "Noah Castellan", expiresAt: UNTIL };

const MAILS: readonly MailSample[] = [
  {
    place: 80,
    mailKind: "company-invitation",
    name: "Invitation to the company",
    when: "An owner invites a colleague",
    to: "The invited email",
    again: "Each invitation",
    compose: (brand, publicUrl) =>
      composeInvitation(brand, publicUrl, {
        ...INVITED,
        organizationName: null,
        adminRole: "editor",
        permissionType: null,
      }),
  },
  {
    place: 90,
    mailKind: "organization-invitation",
    name: "Invitation to an organization",
    when: "The company invites a person of a client, or grants a request for one",
    to: "The invited email",
    again: "Each invitation",
    compose: (brand, publicUrl) =>
      composeInvitation(brand, publicUrl, {
        ...INVITED,
        organizationName: ORGANIZATION,
        adminRole: null,
        permissionType: "write",
      }),
  },
];

const ACTIONS: Actions = {
  people: {
    "invitation.accept": "accepted an invitation",
    "invitation.end": "took an invitation back",
    "invitation.print": "printed a link for an owner",
    "invitation.resend": "sent an invitation again",
    "invitation.send": "invited a person",
  },
};

export const noun: Noun = {
  actions: ACTIONS,
  mails: MAILS,
  rows: {
    // The holder of a link reads its invitation by a function (functions.ts), and the portal lets them in.
    invitations: [...COMPANY],
  },
};
