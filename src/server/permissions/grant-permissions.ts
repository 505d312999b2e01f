import type { OrganizationPermission } from "#domain/permissions/organization-permission.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/parts-of.ts";
import { organizationPermissions } from "./tables.ts";

export type PermissionDraft = OrganizationPermission & { createdAt: Date };

/** Adds permissions. A person's existing permission in the organization stays. */
export async function grantPermissions(tx: Tx, drafts: readonly PermissionDraft[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  const fresh = drafts.map((draft, at) => ({ at, id: draft.organizationPermissionId, draft }));
  await checkReferences(tx, { fresh, problems }, ({ organizationId, userId }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
    { path: "userId", to: "people", name: userId },
  ]);
  const refused = new Set(problems.map(({ at }) => at));
  const sound = drafts.filter((_, at) => !refused.has(at));
  for (const part of partsOf(sound)) {
    await tx.insert(organizationPermissions).values(part).onConflictDoNothing();
  }
  return problems;
}
