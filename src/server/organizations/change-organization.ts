import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import type { QuickLink } from "#domain/organizations/organization.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { changedMeanwhile } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { organizations } from "../schema/organizations.ts";
import { refuseNamesake } from "./add-organization.ts";
import { publishOrganization } from "./publish-organization.ts";
import { lockOrganization, noOrganization, presentManaged } from "./queries.ts";

/** Renames an organization. Its people's open pages follow. */
export async function renameOrganization(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { organizationName, asRead }: z.output<typeof calls.renameOrganization.body>,
): Promise<ManagedOrganization> {
  return change(deps, editor, async ({ tx, record }) => {
    const before = (await lockOrganization(tx, organizationId)) ?? noOrganization();
    if (before.organizationName !== organizationName) {
      if (before.organizationName !== asRead)
        throw changedMeanwhile("this organization", { organizationName: before.organizationName });
      await refuseNamesake(tx, organizationName, organizationId);
      await tx
        .update(organizations)
        .set({ organizationName })
        .where(eq(organizations.organizationId, organizationId));
      await record({
        action: "organization.rename",
        subjectId: organizationId,
        organizationId,
        details: { from: before.organizationName, to: organizationName },
      });
      await publishOrganization(tx, deps, organizationId);
    }
    return presentManaged(tx, organizationId);
  });
}

/** Replaces the quick links of an organization. */
export async function changeQuickLinks(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { quickLinks, asRead }: z.output<typeof calls.changeQuickLinks.body>,
): Promise<ManagedOrganization> {
  return change(deps, editor, async ({ tx, record }) => {
    const before = (await lockOrganization(tx, organizationId)) ?? noOrganization();
    if (!areSame(before.quickLinks, quickLinks)) {
      if (!areSame(before.quickLinks, asRead))
        throw changedMeanwhile("this organization", { quickLinks: before.quickLinks });
      await tx
        .update(organizations)
        .set({ quickLinks })
        .where(eq(organizations.organizationId, organizationId));
      await record({
        action: "organization.change-links",
        subjectId: organizationId,
        organizationId,
        details: { from: before.quickLinks, to: quickLinks },
      });
      await publishOrganization(tx, deps, organizationId);
    }
    return presentManaged(tx, organizationId);
  });
}

function areSame(some: readonly QuickLink[], others: readonly QuickLink[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ label, url }, at) => label === others[at]?.label && url === others[at]?.url)
  );
}
