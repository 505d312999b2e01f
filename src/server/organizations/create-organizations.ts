import type { Organization } from "#domain/organizations/organization.ts";
import { beginCreation, type Created, createRecords } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { organizations } from "../schema/organizations.ts";

export type OrganizationDraft = Organization & { createdAt: Date };

/** Adds new organizations. */
export async function createOrganizations(
  tx: Tx,
  drafts: readonly OrganizationDraft[],
): Promise<Created<OrganizationDraft>> {
  const creation = await beginCreation(tx, "organizations", drafts);
  return createRecords(tx, creation, organizations, (draft) => draft);
}
