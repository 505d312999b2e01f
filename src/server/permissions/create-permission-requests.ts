import { sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { OrganizationPermissionRequest } from "#domain/permissions/organization-permission.ts";
import {
  beginCreation,
  type Created,
  checkReferences,
  checkTwins,
  createRecords,
} from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { organizationPermissionRequests } from "../schema/permissions.ts";

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
  const existing = await findAsked(tx, drafts);
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

async function findAsked(tx: Tx, drafts: readonly PermissionRequestDraft[]): Promise<Set<string>> {
  const { organizationId, email } = organizationPermissionRequests;
  const ids = [...new Set(drafts.map((draft) => draft.organizationId))];
  const rows = await tx
    .select({ organizationId, email: sql<string>`lower(${email})` })
    .from(organizationPermissionRequests)
    .where(isAnyOf(organizationId, ids));
  return new Set(rows.map((row) => `${row.organizationId} ${row.email}`));
}
