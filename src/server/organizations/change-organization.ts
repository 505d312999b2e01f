import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { refuseNamesake } from "./add-organization.ts";
import { lockOrganization, presentManaged } from "./queries.ts";

/** Renames an organization. Its people's open pages follow. */
export async function renameOrganization(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { organizationName, ...read }: z.output<typeof calls.renameOrganization.body>,
): Promise<ManagedOrganization> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const before = await lockOrganization(tx, organizationId);
    if (before.organizationName !== organizationName) {
      const { organizationName: now } = before;
      requireAsRead(read, before, now, "this organization", { organizationName: now });
      await refuseNamesake(tx, organizationName, organizationId);
      const details = { from: now, to: organizationName };
      await saveChange(opened, deps, organizationId, { organizationName }, "organization.rename", details);
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
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const before = await lockOrganization(tx, organizationId);
    if (changedFields({ quickLinks }, before).length > 0) {
      const { quickLinks: now, linksVersion } = before;
      requireAsRead(read, { recordVersion: linksVersion }, now, "this organization", { quickLinks: now });
      const details = { from: now, to: quickLinks };
      await saveChange(opened, deps, organizationId, { quickLinks }, "organization.change-links", details);
    }
    return presentManaged(tx, organizationId);
  });
}

/** Stores columns of an organization with the audit row, and publishes the change. */
export async function saveChange(
  { tx, record }: Change,
  deps: Pick<Deps, "live">,
  organizationId: Id,
  columns: Partial<typeof organizations.$inferInsert>,
  action: Parameters<Change["record"]>[0]["action"],
  details: { from: unknown; to: unknown },
): Promise<void> {
  await tx.update(organizations).set(columns).where(eq(organizations.organizationId, organizationId));
  await record({ action, subjectId: organizationId, organizationId, details });
  await publishOrganization(tx, deps, organizationId);
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
