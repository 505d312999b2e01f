import { and, eq, isNotNull } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { DocumentOwner } from "#domain/documents/managed-document.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationDetails } from "../schema/organization-details.ts";

type Owned = { ownerId: Id | null; organizationId: Id };

/** The owner of a document, or else that of its organization. People who left the company own nothing. */
export async function findOwner(
  reader: DbOrTx,
  { ownerId, organizationId }: Owned,
): Promise<DocumentOwner | null> {
  const own = ownerId === null ? null : await findColleague(reader, ownerId);
  if (own) return { ...own, isOfOrganization: false };
  const [details] = await reader
    .select({ ownerId: organizationDetails.ownerId })
    .from(organizationDetails)
    .where(eq(organizationDetails.organizationId, organizationId));
  const looksAfter = details?.ownerId ? await findColleague(reader, details.ownerId) : null;
  return looksAfter && { ...looksAfter, isOfOrganization: true };
}

async function findColleague(reader: DbOrTx, id: Id): Promise<{ userProfileId: Id; name: string } | null> {
  const { userProfileId, firstName, lastName, email, adminRole } = userProfiles;
  const [found] = await reader
    .select({ firstName, lastName, email })
    .from(userProfiles)
    .where(and(eq(userProfileId, id), isNotNull(adminRole)));
  return found ? { userProfileId: id, name: displayName(found) } : null;
}
