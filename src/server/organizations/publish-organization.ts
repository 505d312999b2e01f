import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { organizationPermissions } from "../schema/permissions.ts";

/**
 * Tells the open pages of the organization's people and of the company that it has changed. Members of an organization
 * that is not active hear no event of the organization, so each person is told.
 */
export async function publishOrganization(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  organizationId: Id,
): Promise<void> {
  const members = await tx
    .select({ person: organizationPermissions.userId })
    .from(organizationPermissions)
    .where(eq(organizationPermissions.organizationId, organizationId));
  const event = { kind: "organization", id: organizationId } as const;
  for (const member of members) await live.publish(tx, member, event);
  await live.publish(tx, { company: true }, event);
}
