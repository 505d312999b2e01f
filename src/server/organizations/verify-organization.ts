import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import type { Id } from "#domain/id.ts";
import type {
  ManagedOrganization,
  OpenDocument,
  VerifiedRow,
} from "#domain/organizations/managed-organization.ts";
import { isVerified, type Organization } from "#domain/organizations/organization.ts";
import { type Change, change } from "../access/change.ts";
import type { Owner } from "../access/gates.ts";
import { findMemberEmails } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { organizationStatusChanges, organizations } from "../schema/organizations.ts";
import { publishOrganization } from "./change-organization.ts";
import { findOpenDocuments, lockOrganization, lockOrganizations, presentManaged } from "./queries.ts";

/** Makes an organization active and notifies its members. An active one does not change. */
export async function verifyOrganization(
  deps: Deps,
  owner: Owner,
  organizationId: Id,
): Promise<ManagedOrganization> {
  return change(deps, owner, async (change) => {
    const { tx } = change;
    const organization = await lockOrganization(tx, organizationId);
    if (!isVerified(organization)) await activateOrganization(change, deps, owner, organization);
    return presentManaged(tx, organizationId);
  });
}

/** Makes several organizations active. One that is active already, or gone, does not keep the others from it. */
export async function verifyOrganizations(
  deps: Deps,
  owner: Owner,
  organizationIds: readonly Id[],
): Promise<VerifiedRow[]> {
  return change(deps, owner, async (opened) => {
    const rows: VerifiedRow[] = [];
    const ids = [...new Set(organizationIds)];
    const locked = await lockOrganizations(opened.tx, ids);
    for (const organizationId of ids) {
      const organization = locked.get(organizationId);
      const isActive = isVerified(organization);
      if (organization && !isActive) await activateOrganization(opened, deps, owner, organization);
      const outcome = !organization ? "not-found" : isActive ? "already-active" : "activated";
      rows.push({ organizationId, organizationName: organization?.organizationName ?? null, outcome });
    }
    return rows;
  });
}

/** Makes a locked or new organization active within a change, and notifies its members. */
export async function activateOrganization(
  change: Change,
  deps: Deps,
  owner: Owner,
  organization: Organization,
): Promise<void> {
  const { tx, record } = change;
  const { organizationId } = organization;
  const changeId = await saveStatus(change, owner, organization, { status: "ACTIVE", reason: null });
  const details = { from: organization.status, to: "ACTIVE" };
  await record({ action: "organization.verify", subjectId: organizationId, organizationId, details });
  await announceVerification(change, deps, organization, `organization.verified:${changeId}`);
  await publishOrganization(tx, deps, organizationId);
}

/** Stores an organization's new status with its author, time and reason. Returns that row's id. */
async function saveStatus(
  { tx, at }: Change,
  owner: Owner,
  { organizationId }: Organization,
  { status, reason }: Pick<typeof organizationStatusChanges.$inferInsert, "status" | "reason">,
): Promise<Id> {
  const organizationStatusChangeId = v7();
  const deactivatedAt = status === "INACTIVE" ? at : null;
  await tx
    .update(organizations)
    .set({ status, deactivatedAt })
    .where(eq(organizations.organizationId, organizationId));
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
  const mail = composeVerified(deps.settings.now(), deps.env.publicUrl, organizationName);
  const about = { subjectId: organizationId, organizationId };
  for (const to of await findMemberEmails(tx, organizationId))
    await queueMail(tx, deps, { to, about, ...mail }, event);
}

/** The mail to the members of an organization that has become active. */
export function composeVerified(brand: MailBrand, publicUrl: string, organizationName: string): ComposedMail {
  return composeMail(brand, {
    subject: `${organizationName} is active at ${brand.companyName}`,
    heading: `${organizationName} is active now`,
    paragraphs: [
      `We have confirmed the details of ${organizationName}. You can now see its proposals, work orders, invoices and agreements in ${brand.productName}.`,
    ],
    button: { label: "Open the portal", href: `${publicUrl}/dashboard` },
  });
}

/**
 * Makes an organization inactive from its people's next call; a concurrent decision comes entirely before or after.
 * The owner must have been shown the documents that wait for a decision.
 */
export async function deactivateOrganization(
  deps: Deps,
  owner: Owner,
  organizationId: Id,
  { reason, openDocumentIds }: z.output<typeof calls.deactivateOrganization.body>,
): Promise<ManagedOrganization> {
  return change(deps, owner, async (change) => {
    const { tx, record } = change;
    const organization = await lockOrganization(tx, organizationId);
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
    `${which}. They couldn't be accepted or declined while the organization is inactive. Nothing was changed: please confirm with the documents in view.`,
    { reason: "open-documents", openDocuments },
  );
}
