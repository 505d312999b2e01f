import { z } from "zod";
import { AdminRole } from "#domain/account/admin-role.ts";
import { Email } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { PendingInvitation } from "#domain/invitations/invitation.ts";
import { defineAdminCall, IdParams } from "../call.ts";

export const listCompanyInvitations = defineAdminCall("GET", "invitation/admin/list", "viewer", {
  staleAfter: ["permission"],
  summary: "The people who are invited to work for the company and have not joined yet",
  reply: z.array(PendingInvitation),
});

export const inviteAdmin = defineAdminCall("POST", "invitation/admin", "owner", {
  summary:
    "Invites a person by mail to work for the company; a second invitation replaces the first. Asks for the header `step-up`",
  body: z.strictObject({ email: Email, adminRole: AdminRole }),
  reply: PendingInvitation,
});

export const resendInvitation = defineAdminCall("POST", "invitation/admin/{id}/resend", "owner", {
  summary: "Mails an invitation to the company again with a new link; the old link stops working",
  params: IdParams,
  reply: PendingInvitation,
});

export const endInvitation = defineAdminCall("DELETE", "invitation/admin/{id}", "owner", {
  summary: "Takes an invitation to the company back: its link stops working at once",
  params: IdParams,
  reply: z.strictObject({ invitationId: Id }),
});
