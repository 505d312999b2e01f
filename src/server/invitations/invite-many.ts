import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import { INVITATION_DAYS, MAX_INVITED } from "#domain/invitations/invitation.ts";
import type { Change } from "../access/change.ts";
import { type Admin, companyActor } from "../access-records/access-event.ts";
import { type AccessDeps, publishPermission, recordAccess } from "../access-records/record-access.ts";
import { AppError } from "../app-error.ts";
import { insertMany } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { invitations } from "../schema/invitations.ts";
import { requireCompanyName } from "../settings/require-company-name.ts";
import { addDays, invitationEvents, newToken } from "./invite-person.ts";
import { invitationHash } from "./queries.ts";

type InvitedPerson = { email: string; firstName: string; lastName: string; organizationId: Id };

/**
 * Invites people who have neither access nor an invitation to read for an organization, within a change. A job mails
 * the links, some an hour (mail-due-invitations.job.ts). Call it last: it locks the evidence.
 */
export async function inviteMany(
  change: Change,
  deps: AccessDeps & Pick<Deps, "env" | "secrets">,
  people: readonly InvitedPerson[],
  by: Admin,
): Promise<void> {
  const { tx, at, recordAll } = change;
  if (people.length > MAX_INVITED) throw tooMany(people.length);
  await requireCompanyName(tx, deps);
  const rows = people.map((person) => ({
    ...person,
    invitationId: v7(),
    // Of a link that is in no mail: the job makes another one.
    tokenHash: invitationHash(deps, newToken()),
    permissionType: "read" as const,
    adminRole: null,
    invitedByUserProfileId: by.userProfileId,
    sentAt: at,
    expiresAt: addDays(at, INVITATION_DAYS),
    isMailDue: true,
    usedAt: null,
    usedByUserProfileId: null,
    endedAt: null,
  }));
  await insertMany(tx, invitations, rows);
  await recordAll(
    rows.map(({ invitationId, organizationId, email, permissionType }) => ({
      action: "invitation.send" as const,
      subjectId: invitationId,
      organizationId,
      details: { email, organizationId, permissionType },
    })),
  );
  await publishPermission(tx, deps, null, "invitations");
  await recordAccess(change, deps, invitationEvents("invite", rows, companyActor(by)));
}

function tooMany(count: number): AppError {
  const [most, given] = [MAX_INVITED, count].map((one) => one.toLocaleString("en-AU"));
  const message = `The file invites ${given} people, and at most ${most} are invited together. Nothing was imported. Please split it.`;
  return new AppError("invalid", message);
}
