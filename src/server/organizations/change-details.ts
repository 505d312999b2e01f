import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import type { OrganizationDetails } from "#domain/organizations/organization-details.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { requireAdminAsOwner } from "../account/queries.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { findDetails, lockOrganization, presentManaged } from "./queries.ts";

/** Changes what the company knows of an organization. Issued invoices keep the details of their day. */
export async function changeDetails(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { recordVersion, asRead, ...details }: z.output<typeof calls.changeOrganizationDetails.body>,
): Promise<ManagedOrganization> {
  return change(deps, editor, async ({ tx, record }) => {
    await lockOrganization(tx, organizationId);
    const before = await findDetails(tx, organizationId);
    const { ownerName: _, ...now } = before.details;
    const fields = changedFields(details, now);
    if (fields.length > 0) {
      const current = { recordVersion: before.detailsVersion };
      requireAsRead({ recordVersion, asRead }, current, now, "this organization", {
        details: before.details,
      });
      if (fields.includes("ownerId")) await requireAdminAsOwner(tx, details.ownerId);
      await saveDetails(tx, organizationId, details);
      // Only the names of the fields, because the activity may be exported.
      const about = { subjectId: organizationId, organizationId, details: { fields } };
      await record({ action: "organization.change-details", ...about });
      await deps.live.publish(tx, { company: true }, { kind: "organization", id: organizationId });
    }
    return presentManaged(tx, organizationId);
  });
}

/** Adds the row with the first change: until then there is nothing to store, and the version is 1. */
async function saveDetails(tx: Tx, organizationId: Id, details: OrganizationDetails): Promise<void> {
  await tx
    .insert(organizationDetails)
    .values({ organizationId, ...details, recordVersion: 2 })
    .onConflictDoUpdate({ target: organizationDetails.organizationId, set: details });
}
