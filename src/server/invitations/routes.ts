import * as adminCalls from "#contract/admin/people.ts";
import * as calls from "#contract/invitations.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Deps } from "../deps.ts";
import { type Route, route } from "../http/route.ts";
import { confirmSelf } from "../identity/prove-self.ts";
import { acceptAsSignedIn } from "./accept-as-signed-in.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { endInvitation } from "./end-invitation.ts";
import { invitePerson, spendInvitation } from "./invite-person.ts";
import { findPendingInvitations, findReceivedInvitation, invitationHash, unknownLink } from "./queries.ts";
import { resendInvitation } from "./resend-invitation.ts";

export const invitationRoutes: Route[] = [
  route(calls.readInvitation, async ({ deps, body }) => {
    const tokenHash = invitationHash(deps, body.token);
    const received = await findReceivedInvitation(deps.db, tokenHash, deps.clock());
    if (!received) throw unknownLink();
    return received;
  }),
  route(calls.acceptInvitation, ({ deps, caller, body, origin }) =>
    acceptInvitation(deps, caller, body, origin),
  ),
  route(calls.acceptInvitationAsSignedIn, ({ deps, caller, body, origin }) =>
    acceptAsSignedIn(deps, caller, body, origin),
  ),
  route(adminCalls.listCompanyInvitations, ({ deps }) => findPendingInvitations(deps.db, "company")),
  route(adminCalls.inviteAdmin, ({ deps, caller, body: { email, adminRole }, proof }) =>
    change(
      deps,
      caller,
      (opened) => invitePerson(opened, deps, { email, right: { adminRole }, invitedBy: caller }),
      {
        prepare: async () => {
          await confirmSelf(deps, caller, proof);
          await spendInvitation(deps, email);
        },
      },
    ),
  ),
  route(adminCalls.resendInvitation, ({ deps, caller, params }) =>
    change(deps, caller, (opened) => resendInvitation(opened, deps, { ...toCompany(params), by: caller }), {
      prepare: () => spendResending(deps, params.id),
    }),
  ),
  route(adminCalls.endInvitation, ({ deps, caller, params }) =>
    change(deps, caller, (opened) => endInvitation(opened, deps, { ...toCompany(params), by: caller })),
  ),
];

function toCompany({ id }: { id: Id }) {
  return { invitationId: id, to: "company" } as const;
}

/** A new link goes to the same address, so the invitation's id counts in place of the address. */
function spendResending(deps: Deps, invitationId: Id): Promise<void> {
  return spendInvitation(deps, invitationId);
}
