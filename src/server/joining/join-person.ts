import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/invitations.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { NOT_ACCEPTED } from "#domain/invitations/invitation.ts";
import type { PermissionType } from "#domain/permissions/organization-permission.ts";
import type { Change } from "../access/change.ts";
import { refuseIfOnOtherSide } from "../access/two-sides.ts";
import { type Actor, accessPerson, type JoiningLink } from "../access-records/access-event.ts";
import { publishPermission, recordAccess } from "../access-records/record-access.ts";
import { findProfile, isSameEmail, lockAdmins } from "../account/queries.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import type { InvitationRow } from "../invitations/queries.ts";
import { userProfiles } from "../schema/account.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { invitations } from "../schema/invitations.ts";
import { organizationPermissionRequests, organizationPermissions } from "../schema/permissions.ts";
import { mailEarlierDocuments } from "./mail-earlier-documents.ts";

export type Joined = z.input<(typeof calls.acceptInvitation)["reply"]>;
export type Profile = typeof userProfiles.$inferSelect;

type Joining = {
  invitation: InvitationRow & { needsCode: boolean };
  person: Profile;
  origin: Origin;
  /** Of the link with which they joined: an invitation's, or a document's. */
  tokenHash: string;
};

/** Gives a person the right of their invitation, and uses the invitation up. Throws AppError for one who is in. */
export async function joinPerson(
  change: Change,
  deps: Deps,
  { invitation, person, origin, tokenHash }: Joining,
): Promise<Joined> {
  const { tx, at, record } = change;
  const { invitationId, organizationId, adminRole, permissionType } = invitation;
  const { userProfileId, email } = person;
  await refuseIfOnOtherSide(tx, userProfileId, organizationId === null ? "company" : "client", "accepted");
  await tx
    .update(invitations)
    .set({ usedAt: at, usedByUserProfileId: userProfileId })
    .where(eq(invitations.invitationId, invitationId));
  if (organizationId === null) await joinCompany(change, invitation, person);
  else await joinOrganization(change, { organizationId, permissionType: permissionType ?? "read" }, person);
  const linked = await findLinked(tx, tokenHash);
  const right = organizationId === null ? { adminRole } : { permissionType };
  await record({
    action: "invitation.accept",
    subjectId: userProfileId,
    organizationId,
    details: { invitationId, email, ...right, ...origin },
  });
  await publishPermission(tx, deps, organizationId, userProfileId);
  if (organizationId !== null) {
    await deps.live.publish(tx, { person: userProfileId }, { kind: "switch", id: organizationId });
    await mailEarlierDocuments(tx, deps, { ...invitation, organizationId }, person);
    await recordAccess(change, deps, [
      {
        kind: "grant",
        organizationId,
        invitationId,
        link: linked && { ...linked.link, wasCodeRequired: invitation.needsCode },
        permissionType: permissionType ?? "read",
        person: accessPerson(person),
        actor: await inviterOf(tx, invitation),
      },
    ]);
  }
  return { email, isAdmin: organizationId === null, slug: linked?.slug ?? null };
}

type Linked = { slug: string; link: Omit<JoiningLink, "wasCodeRequired"> };

/** The document that the link opens; null: the link was of an invitation's own mail. */
async function findLinked(tx: Tx, tokenHash: string): Promise<Linked | null> {
  const { documentRecipientId, openedAt } = documentRecipients;
  const [linked] = await tx
    .select({ slug: uniqueDocuments.slug, link: { documentRecipientId, openedAt } })
    .from(documentRecipients)
    .innerJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, documentRecipients.uniqueDocumentId))
    .where(eq(documentRecipients.tokenHash, tokenHash));
  return linked ?? null;
}

async function joinCompany(
  { tx }: Change,
  { adminRole, email }: InvitationRow,
  { userProfileId }: Profile,
): Promise<void> {
  const admins = await lockAdmins(tx);
  // The printed link makes the first owner only. An import may have added a person in the meantime.
  if (email === null && admins.length > 0) {
    throw conflict("ended", NOT_ACCEPTED.ended);
  }
  if (admins.some((one) => one.userProfileId === userProfileId)) throw alreadyIn();
  await tx.update(userProfiles).set({ adminRole }).where(eq(userProfiles.userProfileId, userProfileId));
}

/** Adds the permission in place of a pending request for it, and lets the person act for the organization. */
async function joinOrganization(
  { tx, at }: Change,
  { organizationId, permissionType }: { organizationId: Id; permissionType: PermissionType },
  { userProfileId, email }: Profile,
): Promise<void> {
  const added = await tx
    .insert(organizationPermissions)
    .values({
      organizationPermissionId: v7(),
      organizationId,
      userId: userProfileId,
      permissionType,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) throw alreadyIn();
  await tx
    .delete(organizationPermissionRequests)
    .where(
      and(
        eq(organizationPermissionRequests.organizationId, organizationId),
        isSameEmail(organizationPermissionRequests.email, email),
      ),
    );
  await tx
    .update(userProfiles)
    .set({ activeOrganizationId: organizationId })
    .where(eq(userProfiles.userProfileId, userProfileId));
}

/** Only owners invite to an organization. */
async function inviterOf(tx: Tx, { invitedByUserProfileId }: InvitationRow): Promise<Actor> {
  const inviter = await findProfile(tx, invitedByUserProfileId ?? "");
  return {
    userProfileId: invitedByUserProfileId,
    name: inviter ? displayName(inviter) : null,
    email: inviter?.email ?? null,
    side: "company",
  };
}

function alreadyIn(): AppError {
  return conflict("already-in", NOT_ACCEPTED["already-in"]);
}
