import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/permissions.ts";
import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { fullName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import type { PeopleOfOrganization } from "#domain/permissions/managed-people.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor, Owner } from "../access/gates.ts";
import { publishPermission } from "../access-records/record-access.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError } from "../app-error.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { countInvitation, invitePerson, requireInviting } from "../invitations/invite-person.ts";
import { endInvitation } from "../invitations/resend-invitation.ts";
import { notify } from "../notifications/notify.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { organizationPermissionRequests } from "../schema/permissions.ts";
import { readPeopleOfOrganization } from "./managed-people.ts";

export type RequestRow = typeof organizationPermissionRequests.$inferSelect;

/** Grants a request: the person is invited by mail. The request becomes a permission when they join. */
export async function grantRequest(
  deps: Deps,
  owner: Owner,
  requestId: Id,
  { permissionType }: z.output<typeof calls.grantRequest.body>,
): Promise<PeopleOfOrganization> {
  const grant = async (opened: Change) => {
    const { tx, at, record } = opened;
    const request = await lockRequest(tx, requestId);
    const { organizationId, email, firstName, lastName } = request;
    if (permissionType !== request.permissionType) {
      await tx.update(organizationPermissionRequests).set({ permissionType }).where(isRequest(requestId));
    }
    const details = { email, asked: request.permissionType, granted: permissionType };
    await record({ action: "permission-request.grant", subjectId: requestId, organizationId, details });
    await publishPermission(tx, deps, organizationId, requestId);
    const right = { organizationId, permissionType };
    await invitePerson(opened, deps, { email, firstName, lastName, right, invitedBy: owner });
    return readPeopleOfOrganization(tx, organizationId, at);
  };
  return change(deps, owner, grant, {
    prepare: async () => countInvitation(deps, (await findRequest(deps.db, requestId)).email),
  });
}

/** Refuses a request and notifies its requester. */
export async function refuseRequest(
  deps: Deps,
  owner: Owner,
  requestId: Id,
  { reason }: z.output<typeof calls.refuseRequest.body>,
): Promise<PeopleOfOrganization> {
  return change(deps, owner, async (opened) => {
    const { tx, at, record } = opened;
    const request = await lockRequest(tx, requestId);
    const { organizationId, email } = request;
    await deleteRequest(tx, requestId);
    const details = { email, reason: reason || null };
    await record({ action: "permission-request.refuse", subjectId: requestId, organizationId, details });
    const because = reason ? ` Our reason: ${reason}` : "";
    const message = `We haven't given ${unlinkedName(fullName(request))} (${email}) access.${because}`;
    await notifyRequester(tx, deps, request, message, "refused");
    await publishPermission(tx, deps, organizationId, requestId);
    const invitationId = await findInvitationFor(tx, request);
    if (invitationId) await endInvitation(opened, deps, { invitationId, to: { organizationId }, by: owner });
    return readPeopleOfOrganization(tx, organizationId, at);
  });
}

/** Notifies a request's requester of its outcome. A message has at most 500 characters. */
export async function notifyRequester(
  tx: Tx,
  deps: Pick<Deps, "clock" | "live">,
  { organizationPermissionRequestId, requestedByUserProfileId: person }: RequestRow,
  message: string,
  outcome: "refused" | "expired",
): Promise<void> {
  if (person === null) return;
  const event = `permission-request.${outcome}:${organizationPermissionRequestId}`;
  await notify(tx, deps, { person }, { message: message.slice(0, 500), link: "/permissions", event });
}

export async function deleteRequest(tx: Tx, requestId: Id): Promise<void> {
  await tx.delete(organizationPermissionRequests).where(isRequest(requestId));
}

const isRequest = (requestId: Id) =>
  eq(organizationPermissionRequests.organizationPermissionRequestId, requestId);

async function lockRequest(tx: Tx, requestId: Id): Promise<RequestRow> {
  const [row] = await tx
    .select()
    .from(organizationPermissionRequests)
    .where(isRequest(requestId))
    .for("update");
  return row ?? noRequest();
}

async function findRequest(reader: DbOrTx, requestId: Id): Promise<RequestRow> {
  const [row] = await reader.select().from(organizationPermissionRequests).where(isRequest(requestId));
  return row ?? noRequest();
}

function noRequest(): never {
  throw new AppError("not-found", "This request no longer exists. It may have been answered already.");
}

async function findInvitationFor(tx: Tx, { organizationId, email }: RequestRow): Promise<Id | null> {
  const [row] = await tx
    .select({ invitationId: invitations.invitationId })
    .from(invitations)
    .where(
      and(eq(invitations.organizationId, organizationId), isSameEmail(invitations.email, email), isPending()),
    );
  return row?.invitationId ?? null;
}

/** Invites a person to an organization without a request. */
export async function inviteMember(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { userDetails, permissionType }: z.output<typeof calls.inviteMember.body>,
): Promise<PeopleOfOrganization> {
  requireInviting(deps, editor);
  return change(
    deps,
    editor,
    async (opened) => {
      const { tx, at } = opened;
      // Refuses an unknown organization before anybody is invited.
      await readPeopleOfOrganization(tx, organizationId, at);
      const right = { organizationId, permissionType };
      await invitePerson(opened, deps, { ...userDetails, right, invitedBy: editor });
      return readPeopleOfOrganization(tx, organizationId, at);
    },
    { prepare: () => countInvitation(deps, userDetails.email) },
  );
}
