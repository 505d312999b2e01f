import * as adminCalls from "#contract/admin/people.ts";
import { change } from "../access/change.ts";
import { type Route, route } from "../http/route.ts";
import { ORGANIZATION, TOKEN, UNTIL } from "../mail/sample-values.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { composeInvitation } from "./invitation-mail.ts";
import { countInvitation, invitePerson } from "./invite-person.ts";
import { mailDueInvitations } from "./mail-due-invitations.job.ts";
import { findPendingInvitations } from "./queries.ts";
import { endInvitation, resendInvitation } from "./resend-invitation.ts";

const INVITED = { token: TOKEN, inviterName: "Noah Castellan", expiresAt: UNTIL };

export const noun: Noun = {
  actions: {
    people: {
      "invitation.end": "took an invitation back",
      "invitation.mail": "mailed an invitation",
      "invitation.print": "printed a link for an owner",
      "invitation.resend": "sent an invitation again",
      "invitation.send": "invited a person",
    },
  },
  mails: [
    {
      order: 80,
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
      order: 90,
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
  ],
  jobs: [mailDueInvitations],
  rows: {
    // The holder of a link reads its invitation by a function (functions.ts), and the portal acts for them.
    invitations: [...COMPANY],
  },
};

export const routes: Route[] = [
  route(adminCalls.listCompanyInvitations, ({ deps }) => findPendingInvitations(deps.db, "company")),
  route(adminCalls.inviteAdmin, ({ deps, caller, body: { email, adminRole } }) =>
    change(
      deps,
      caller,
      (opened) => invitePerson(opened, deps, { email, right: { adminRole }, invitedBy: caller }),
      { prepare: () => countInvitation(deps, email) },
    ),
  ),
  route(adminCalls.resendInvitation, ({ deps, caller, params }) =>
    resendInvitation(deps, caller, { invitationId: params.id, to: "company" }),
  ),
  route(adminCalls.endInvitation, ({ deps, caller, params }) =>
    change(deps, caller, (opened) =>
      endInvitation(opened, deps, { invitationId: params.id, to: "company", by: caller }),
    ),
  ),
];
