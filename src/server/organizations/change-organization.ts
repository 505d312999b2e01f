import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { refuseNamesake } from "./add-organization.ts";
import { lockOrganization, noOrganization, presentManaged } from "./queries.ts";

/** Renames an organization. Its people's open pages follow. */
export async function renameOrganization(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { organizationName, ...read }: z.output<typeof calls.renameOrganization.body>,
): Promise<ManagedOrganization> {
  return change(deps, editor, async ({ tx, record }) => {
    const before = (await lockOrganization(tx, organizationId)) ?? noOrganization();
    if (before.organizationName !== organizationName) {
      const { organizationName: now } = before;
      requireAsRead(read, before, now, "this organization", { organizationName: now });
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
  { quickLinks, ...read }: z.output<typeof calls.changeQuickLinks.body>,
): Promise<ManagedOrganization> {
  return change(deps, editor, async ({ tx, record }) => {
    const before = (await lockOrganization(tx, organizationId)) ?? noOrganization();
    if (changedFields({ quickLinks }, before).length > 0) {
      const { quickLinks: now, linksVersion } = before;
      requireAsRead(read, { recordVersion: linksVersion }, now, "this organization", { quickLinks: now });
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

/** Publishes to each person too: members of an inactive organization receive none of its events. */
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
