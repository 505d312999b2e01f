import * as calls from "#contract/invitations.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { type Route, route } from "../http/route.ts";
import { findReceivedInvitation, unknownLink } from "../invitations/queries.ts";
import type { MailSample, Noun } from "../noun.ts";
import { acceptAsSignedIn, acceptInvitation } from "./accept-invitation.ts";
import { presentLink, requestJoiningCode } from "./joining-code.ts";
import { composeJoiningCode } from "./joining-code-mail.ts";

const MAILS: readonly MailSample[] = [
  {
    order: 95,
    mailKind: "joining-code",
    name: "Code for joining",
    when: "Someone joins by the link of a document that another browser opened first",
    to: "The invited email",
    again: "Each time",
    compose: (brand) => composeJoiningCode(brand, "40718265"),
  },
];

const ACTIONS: Actions = {
  people: { "invitation.accept": "accepted an invitation" },
};

export const noun: Noun = { actions: ACTIONS, mails: MAILS };

export const routes: Route[] = [
  route(calls.readInvitation, async ({ deps, body, cookies }) => {
    const received = await findReceivedInvitation(
      deps.db,
      presentLink(deps, body.token, cookies),
      deps.clock(),
    );
    if (!received) throw unknownLink();
    return received;
  }),
  route(calls.requestJoiningCode, ({ deps, caller, body, origin }) =>
    requestJoiningCode(deps, caller, body.token, origin),
  ),
  route(calls.acceptInvitation, ({ deps, caller, body, origin, cookies }) =>
    acceptInvitation(deps, caller, body, { origin, cookies }),
  ),
  route(calls.acceptInvitationAsSignedIn, ({ deps, caller, body, origin, cookies }) =>
    acceptAsSignedIn(deps, caller, body, { origin, cookies }),
  ),
];
