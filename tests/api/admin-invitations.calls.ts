import { v7 } from "uuid";
import type * as calls from "#contract/admin/invitations.ts";
import { invitations } from "#server/schema/invitations.ts";
import { unique } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";
import { PROVED } from "#tests/support/proved.ts";

export async function makeOwn({ db }: TestApp) {
  const invitationId = v7();
  await db.insert(invitations).values({
    invitationId,
    tokenHash: unique("hash"),
    email: `${unique("invited")}@example.test`,
    adminRole: "viewer",
    sentAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  return { invitationId };
}

export const pointed: PointedAt<typeof calls, "invitationId"> = {
  listCompanyInvitations: () => ({}),
  inviteAdmin: ({ invitationId }) => ({
    body: { email: `invited-${invitationId}@example.test`, adminRole: "viewer" },
    ...PROVED,
  }),
  resendInvitation: ({ invitationId }) => ({ params: { id: invitationId } }),
  endInvitation: ({ invitationId }) => ({ params: { id: invitationId } }),
};
