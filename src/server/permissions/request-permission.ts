import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/permissions.ts";
import type { Id } from "#domain/id.ts";
import type { OrganizationPermissionRequest } from "#domain/permissions/organization-permission.ts";
import { type Change, change } from "../access/change.ts";
import type { Writer } from "../access/gates.ts";
import { publishPermission } from "../access-records/record-access.ts";
import { isSameEmail } from "../account/queries.ts";
import { AppError, conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { consumeAttempt } from "../http/rate-limit.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationPermissionRequests, organizationPermissions } from "../schema/permissions.ts";
import { mailRequest } from "./mail-request.job.ts";
import { presentPermissionRequest } from "./queries.ts";

/** Enough for a team on its first day. */
const REQUESTS_AN_HOUR = 60;

type RequestedPermission = z.output<typeof calls.requestPermission.body>;

/** Requests access for a person. Their other accounts are not checked, so the answer reveals nothing. */
export async function requestPermission(
  deps: Deps,
  writer: Writer,
  { organizationId, userDetails, permissionType }: RequestedPermission,
): Promise<OrganizationPermissionRequest> {
  const key = `permission-request ${writer.organizationId}`;
  const limit = { key, max: REQUESTS_AN_HOUR, windowSeconds: 3600 };
  const request = async ({ tx, at, record }: Change) => {
    if (organizationId !== writer.organizationId) {
      throw new AppError("not-found", "There is no such organization.");
    }
    if (await isMemberByEmail(tx, organizationId, userDetails.email)) {
      throw conflict("already-member", "This person already has access.");
    }
    const organizationPermissionRequestId = v7();
    const [added] = await tx
      .insert(organizationPermissionRequests)
      .values({
        organizationPermissionRequestId,
        organizationId,
        ...userDetails,
        permissionType,
        requestedByUserProfileId: writer.userProfileId,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning();
    if (!added) return sameRequestAgain(tx, { organizationId, userDetails, permissionType });

    await record({
      action: "permission.request",
      subjectId: organizationPermissionRequestId,
      details: { ...userDetails, permissionType },
    });
    await publishPermission(tx, deps, organizationId, organizationPermissionRequestId);
    await deps.queue.enqueue(tx, mailRequest, { organizationPermissionRequestId });
    return presentPermissionRequest(added);
  };
  return change(deps, writer, request, { prepare: () => consumeAttempt(deps, [limit]) });
}

/** The writer can already see the people of their organization, so this reveals nothing. */
async function isMemberByEmail(tx: Tx, organizationId: Id, email: string): Promise<boolean> {
  const members = await tx
    .select({ userId: organizationPermissions.userId })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(
      and(eq(organizationPermissions.organizationId, organizationId), isSameEmail(userProfiles.email, email)),
    );
  return members.length > 0;
}

async function sameRequestAgain(
  tx: Tx,
  requested: RequestedPermission,
): Promise<OrganizationPermissionRequest> {
  const [row] = await tx
    .select()
    .from(organizationPermissionRequests)
    .where(
      and(
        eq(organizationPermissionRequests.organizationId, requested.organizationId),
        isSameEmail(organizationPermissionRequests.email, requested.userDetails.email),
      ),
    );
  const isSame =
    row?.firstName === requested.userDetails.firstName &&
    row.lastName === requested.userDetails.lastName &&
    row.permissionType === requested.permissionType;
  if (!isSame) throw conflict("already-requested", "This email already has a pending request.");
  return presentPermissionRequest(row);
}
