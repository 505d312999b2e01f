import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type {
  OrganizationPermission,
  OrganizationPermissionRequest,
} from "#domain/permissions/organization-permission.ts";
import { lockCompanyPeople } from "../access/two-sides.ts";
import {
  beginCreation,
  type Created,
  checkReferences,
  checkTwins,
  createRecords,
  type Problem,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf, partsOf } from "../db/many-rows.ts";
import { organizationPermissionRequests, organizationPermissions } from "../schema/permissions.ts";

const HAS_ROLE =
  "This person works for the company, and one person can't act for both sides: remove their role first";

export type PermissionDraft = OrganizationPermission & { createdAt: Date };

/** Adds permissions to people who do not work for the company, and returns those added. Existing ones stay. */
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
  const ofCompany = await lockCompanyPeople(
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

export type PermissionRequestDraft = OrganizationPermissionRequest & {
  /** The person who made the request; null if unknown. */
  requestedBy: Id | null;
  createdAt: Date;
};

/** Adds new requests for users. An email has at most one pending request. */
export async function createPermissionRequests(
  tx: Tx,
  drafts: readonly PermissionRequestDraft[],
): Promise<Created<PermissionRequestDraft>> {
  const existing = await findRequested(tx, drafts);
  const creation = await beginCreation(tx, "permissionRequests", drafts);
  creation.fresh = creation.fresh.filter(({ draft }) => !existing.has(keyOf(draft)));
  checkTwins(creation, "userDetails.email", keyOf, () => "asks for this email already");
  await checkReferences(tx, creation, ({ organizationId, requestedBy }) => [
    { path: "organizationId", to: "organizations", name: organizationId },
    { path: "requestedBy", to: "people", name: requestedBy },
  ]);
  return createRecords(
    tx,
    creation,
    organizationPermissionRequests,
    ({ userDetails, requestedBy, ...draft }) => ({
      ...draft,
      ...userDetails,
      requestedByUserProfileId: requestedBy,
    }),
  );
}

function keyOf({ organizationId, userDetails }: OrganizationPermissionRequest): string {
  return `${organizationId} ${userDetails.email.toLowerCase()}`;
}

async function findRequested(tx: Tx, drafts: readonly PermissionRequestDraft[]): Promise<Set<string>> {
  const { organizationId, email } = organizationPermissionRequests;
  const ids = [...new Set(drafts.map((draft) => draft.organizationId))];
  const rows = await tx
    .select({ organizationId, email: sql<string>`lower(${email})` })
    .from(organizationPermissionRequests)
    .where(isAnyOf(organizationId, ids));
  return new Set(rows.map((row) => `${row.organizationId} ${row.email}`));
}
