import type { Db } from "#server/db/database.ts";
import { invitations } from "#server/schema/invitations.ts";
import { unique } from "./factories.ts";

/** A pending invitation to an organization. Returns its id. */
export async function makeInvitation(
  db: Db,
  given: Partial<typeof invitations.$inferInsert> & { organizationId: string },
): Promise<string> {
  const invitationId = unique("invitation");
  await db.insert(invitations).values({
    invitationId,
    tokenHash: unique("hash"),
    email: `${invitationId}@example.test`,
    permissionType: "read",
    sentAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    ...given,
  });
  return invitationId;
}
