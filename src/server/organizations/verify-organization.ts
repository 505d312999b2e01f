import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { isVerified, type Organization } from "#domain/organizations/organization.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationStatusChanges, organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { publishOrganization } from "./publish-organization.ts";
import { lockOrganization, noOrganization, presentManaged } from "./queries.ts";
import { composeVerified } from "./verified-mail.ts";

/** Makes an organization active and tells its members. An active one stays as it is. */
export async function verifyOrganization(
  deps: Deps,
  owner: Owner,
  organizationId: Id,
): Promise<ManagedOrganization> {
  return change(deps, owner, async (change) => {
    const { tx, record } = change;
    const organization = (await lockOrganization(tx, organizationId)) ?? noOrganization();
    if (isVerified(organization)) return presentManaged(tx, organizationId);
    const changeId = await saveStatus(change, owner, organization, { status: "ACTIVE", reason: null });
    await record({
      action: "organization.verify",
      subjectId: organizationId,
      organizationId,
      details: { from: organization.status, to: "ACTIVE" },
    });
    await announceVerification(change, deps, organization, `organization.verified:${changeId}`);
    await publishOrganization(tx, deps, organizationId);
    return presentManaged(tx, organizationId);
  });
}

/** Stores an organization's new status with who gave it, when and why. Returns the id of that row. */
export async function saveStatus(
  { tx, at }: Change,
  owner: Owner,
  { organizationId }: Organization,
  { status, reason }: Pick<typeof organizationStatusChanges.$inferInsert, "status" | "reason">,
): Promise<Id> {
  const organizationStatusChangeId = v7();
  await tx.update(organizations).set({ status }).where(eq(organizations.organizationId, organizationId));
  await tx.insert(organizationStatusChanges).values({
    organizationStatusChangeId,
    organizationId,
    status,
    reason,
    changedBy: owner.name,
    changedAt: at,
  });
  return organizationStatusChangeId;
}

async function announceVerification(
  { tx }: Change,
  deps: Deps,
  { organizationId, organizationName }: Organization,
  event: string,
): Promise<void> {
  const message = `${organizationName} is active now. You can see its documents, work orders and invoices.`;
  await notify(tx, deps, { organization: organizationId }, { message, link: "/dashboard", event });
  const members = await tx
    .select({ email: userProfiles.email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(eq(organizationPermissions.organizationId, organizationId));
  const mail = composeVerified(deps.settings.now(), deps.env.publicUrl, organizationName);
  const about = { subjectId: organizationId, organizationId };
  for (const { email } of members) await queueMail(tx, deps, { to: email, about, ...mail }, event);
}
