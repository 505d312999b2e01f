import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import type { Side } from "#domain/access/two-sides.ts";
import type { AdminRole } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import {
  INVITATION_DAYS,
  type InvitedRight,
  type PendingInvitation,
} from "#domain/invitations/invitation.ts";
import type { Change } from "../access/change.ts";
import { refuseOtherSide } from "../access/two-sides.ts";
import { type AccessEvent, type Actor, type Admin, companyActor } from "../access-records/access-event.ts";
import { publishPermission, recordAccess } from "../access-records/record-access.ts";
import { isMemberOf, isSameEmail } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt, type RateLimit, refundAttempt } from "../http/rate-limit.ts";
import { userProfiles } from "../schema/account.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { requireCompanyName } from "../settings/require-company-name.ts";
import { mailInvitation } from "./invitation-mail.ts";
import { findPendingInvitation, type InvitationRow, invitationHash, isTo } from "./queries.ts";

export type InviteDeps = Pick<Deps, "env" | "settings" | "queue" | "clock" | "secrets" | "live" | "log">;

type Invited = {
  email: string;
  firstName?: string;
  lastName?: string;
  right: InvitedRight;
  /** The inviter, whom the mail names. */
  invitedBy: Admin;
  /** False: another mail of the same change has a link for them. */
  isMailed?: boolean;
};

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;

/** Throws AppError "forbidden" for an editor, if only owners invite people of clients. */
export function requireInviting({ settings }: Pick<Deps, "settings">, { role }: { role: AdminRole }): void {
  if (role === "owner" || settings.now().editorsInvite) return;
  const message = "Only owners invite people of clients here. Nothing was sent. Please ask an owner.";
  throw new AppError("forbidden", message, { reason: "not-owner" });
}

/** Limits of mails to one address, and of all invitations together, an hour. */
const TO_ONE_ADDRESS = 5;
const OF_ALL: RateLimit = { key: "invite", max: 300, windowSeconds: 3600 };

export function limitOfAddress(email: string): RateLimit {
  return { key: `invite ${email.toLowerCase()}`, max: TO_ONE_ADDRESS, windowSeconds: 3600 };
}

/** Counts an invitation before its transaction begins. Throws AppError "rate-limited". */
export async function countInvitation(deps: Pick<Deps, "database" | "clock">, email: string): Promise<void> {
  await consumeAttempt(deps, [limitOfAddress(email), OF_ALL]);
}

/** Takes back what was counted for an invitation that was refused, so no one was mailed. */
export async function refundInvitation(deps: Pick<Deps, "database" | "clock">, email: string): Promise<void> {
  await refundAttempt(deps, [limitOfAddress(email), OF_ALL]);
}

/**
 * Invites a person by mail, within a change, or replaces their pending invitation to the same place. Call
 * countInvitation in `prepare`, and this last: it locks the evidence. Throws AppError "conflict" for a person who has
 * access.
 */
export async function invitePerson(
  change: Change,
  deps: InviteDeps,
  { email, firstName = "", lastName = "", right, invitedBy, isMailed = true }: Invited,
): Promise<PendingInvitation> {
  const { tx, at, record } = change;
  await requireCompanyName(tx, deps);
  if (await hasAccess(tx, email, right)) {
    const message = "This person already has access. No invitation was sent.";
    throw conflict("already-in", message);
  }
  await refuseInvited(tx, email, "adminRole" in right ? "company" : "client");
  const token = newToken();
  const sent = {
    tokenHash: invitationHash(deps, token),
    firstName,
    lastName,
    invitedByUserProfileId: invitedBy.userProfileId,
    sentAt: at,
    expiresAt: addDays(at, INVITATION_DAYS),
    ...right,
  };
  const row = await replaceOrAdd(tx, email, sent);
  const { invitationId } = row;
  await record({
    action: "invitation.send",
    subjectId: invitationId,
    organizationId: row.organizationId,
    details: { email, ...right },
  });
  if (isMailed) await mailInvitation(tx, deps, row, { token, inviterName: invitedBy.name });
  await publishPermission(tx, deps, null, invitationId);
  const pending = await readPending(tx, invitationId);
  await recordAccess(change, deps, invitationEvents("invite", [row], companyActor(invitedBy)));
  return pending;
}

type Sent = Omit<typeof invitations.$inferInsert, "invitationId" | "email">;

/** Adds an invitation, or replaces the pending one of the same email to the same place. */
export async function replaceOrAdd(tx: Tx, email: string | null, sent: Sent): Promise<InvitationRow> {
  const row =
    (await replacePending(tx, email, sent)) ??
    (await addInvitation(tx, { invitationId: v7(), email, ...sent })) ??
    // Someone else has invited this person at the same moment.
    (await replacePending(tx, email, sent));
  if (!row) throw new Error("An invitation was neither added nor replaced.");
  return row;
}

async function replacePending(tx: Tx, email: string | null, sent: Sent): Promise<InvitationRow | null> {
  const to = sent.organizationId ? { organizationId: sent.organizationId } : "company";
  const isPerson = email === null ? isNull(invitations.email) : isSameEmail(invitations.email, email);
  const [row] = await tx
    .update(invitations)
    .set({ isMailDue: false, ...sent })
    .where(and(isPerson, isTo(to), isPending()))
    .returning();
  return row ?? null;
}

async function addInvitation(tx: Tx, row: typeof invitations.$inferInsert): Promise<InvitationRow | null> {
  const [added] = await tx.insert(invitations).values(row).onConflictDoNothing().returning();
  return added ?? null;
}

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/** A mail with a link for someone invited lets them join for as long as a new invitation would. */
export async function renewInvitation(tx: Tx, invitationId: Id, at: Date): Promise<void> {
  const expiresAt = addDays(at, INVITATION_DAYS);
  await tx.update(invitations).set({ expiresAt }).where(eq(invitations.invitationId, invitationId));
}

/** What an owner does with invitations to organizations. Those to the company are in no organization's evidence. */
export function invitationEvents(
  kind: "invite" | "withdraw",
  rows: readonly InvitationRow[],
  actor: Actor,
): AccessEvent[] {
  return rows.flatMap(({ invitationId, organizationId, email, firstName, lastName, permissionType }) =>
    organizationId === null
      ? []
      : {
          kind,
          organizationId,
          invitationId,
          permissionType,
          actor,
          person: { userProfileId: null, name: `${firstName} ${lastName}`.trim(), email: email ?? "" },
        },
  );
}

export async function readPending(tx: Tx, invitationId: Id): Promise<PendingInvitation> {
  const pending = await findPendingInvitation(tx, invitationId);
  if (!pending) throw new Error("An invitation that was just sent is not there.");
  return pending;
}

/** Throws AppError "conflict" for someone who has a right on the other side. It is checked again when they join. */
export async function refuseInvited(tx: Tx, email: string, side: Side): Promise<void> {
  const person = await findPerson(tx, email);
  if (person) await refuseOtherSide(tx, person, side);
}

async function findPerson(tx: Tx, email: string) {
  const { userProfileId, adminRole } = userProfiles;
  const isPerson = isSameEmail(userProfiles.email, email);
  const [person] = await tx.select({ userProfileId, adminRole }).from(userProfiles).where(isPerson);
  return person;
}

async function hasAccess(tx: Tx, email: string, right: InvitedRight): Promise<boolean> {
  const person = await findPerson(tx, email);
  if (!person) return false;
  if ("adminRole" in right) return person.adminRole !== null;
  return isMemberOf(tx, person.userProfileId, right.organizationId);
}
