import type { OrganizationPermission } from "#domain/permissions/organization-permission.ts";
import { lockThoseOfCompany } from "../access/two-sides.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/many-rows.ts";
import { organizationPermissions } from "../schema/permissions.ts";

const HAS_ROLE =
  "This person works for the company, and one person cannot act for both sides: take their role away first";

export type PermissionDraft = OrganizationPermission & { createdAt: Date };

/**
 * Adds permissions to people who do not work for the company, and returns those that were added. An existing permission
 * in the organization stays.
 */
export async function grantPermissions(
  tx: Tx,
  drafts: readonly PermissionDraft[],
): Promise<{ added: OrganizationPermission[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const fresh = drafts.map((draft, at) => ({ at, id: draft.organizationPermissionId, draft }));
  await checkReferences(tx, { fresh, problems }, ({ organizationId, userId }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
    { path: "userId", to: "people", name: userId },
  ]);
  const ofCompany = await lockThoseOfCompany(
    tx,
    drafts.map(({ userId }) => userId),
  );
  for (const [at, { userId }] of drafts.entries()) {
    if (ofCompany.has(userId)) problems.push({ at, path: "", message: HAS_ROLE });
  }
  const refused = new Set(problems.map(({ at }) => at));
  const sound = drafts.filter((_, at) => !refused.has(at));
  const added: OrganizationPermission[] = [];
  for (const part of partsOf(sound)) {
    added.push(...(await tx.insert(organizationPermissions).values(part).onConflictDoNothing().returning()));
  }
  return { added, problems };
}
