import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization, OpenDocument } from "#domain/organizations/managed-organization.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { publishOrganization } from "./publish-organization.ts";
import { findOpenDocuments, lockOrganization, noOrganization, presentManaged } from "./queries.ts";
import { saveStatus } from "./verify-organization.ts";

/**
 * Makes an organization inactive, with effect from its people's next call. A decision that a client makes at this
 * moment comes entirely before or after. Documents that wait for a decision must have been named to the owner.
 */
export async function deactivateOrganization(
  deps: Deps,
  owner: Owner,
  organizationId: Id,
  { reason, openDocumentIds }: z.output<typeof calls.deactivateOrganization.body>,
): Promise<ManagedOrganization> {
  return change(deps, owner, async (change) => {
    const { tx, record } = change;
    const organization = (await lockOrganization(tx, organizationId)) ?? noOrganization();
    if (!isVerified(organization)) return presentManaged(tx, organizationId);
    const open = await findOpenDocuments(tx, organizationId);
    const named = new Set(openDocumentIds);
    if (open.some(({ uniqueDocumentId }) => !named.has(uniqueDocumentId))) throw hasOpenDocuments(open);
    await saveStatus(change, owner, organization, { status: "INACTIVE", reason });
    await record({
      action: "organization.deactivate",
      subjectId: organizationId,
      organizationId,
      details: { from: organization.status, to: "INACTIVE", reason, openDocuments: open.length },
    });
    await publishOrganization(tx, deps, organizationId);
    return presentManaged(tx, organizationId);
  });
}

function hasOpenDocuments(openDocuments: readonly OpenDocument[]): AppError {
  const which =
    openDocuments.length === 1
      ? "1 document waits for this organization's decision"
      : `${openDocuments.length} documents wait for this organization's decision`;
  return new AppError(
    "conflict",
    `${which}. They could not be accepted or declined while the organization is inactive. Nothing was changed: please confirm with the documents in view.`,
    { reason: "open-documents", openDocuments },
  );
}
