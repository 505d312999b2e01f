import { and, lte, not } from "drizzle-orm";
import { z } from "zod";
import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { fullName } from "#domain/account/user-profile.ts";
import { REQUEST_DAYS } from "#domain/permissions/managed-people.ts";
import { change, PORTAL } from "../access/change.ts";
import { publishPermission } from "../access-records/record-access.ts";
import { addDays } from "../invitations/invite-person.ts";
import { defineJob } from "../jobs/job.ts";
import { withScope } from "../rls/scoped-db.ts";
import { IS_GRANTED, organizationPermissionRequests } from "../schema/permissions.ts";
import { deleteRequest, notifyRequester } from "./answer-request.ts";

/** Others follow at the next run. */
const BATCH_SIZE = 500;

/** Deletes requests that no one has answered for a long time, and notifies their requesters. */
export const expireRequests = defineJob({
  name: "expire-permission-requests",
  payload: z.strictObject({}),
  everySeconds: 3600,
  async run(deps) {
    await change(withScope(deps, { role: "portal" }), PORTAL, async ({ tx, at, record }) => {
      const before = addDays(at, -REQUEST_DAYS);
      const old = await tx
        .select()
        .from(organizationPermissionRequests)
        .where(and(lte(organizationPermissionRequests.createdAt, before), not(IS_GRANTED)))
        .limit(BATCH_SIZE)
        .for("update", { skipLocked: true });
      for (const request of old) {
        const { organizationPermissionRequestId, organizationId, email } = request;
        await deleteRequest(tx, organizationPermissionRequestId);
        await record({
          action: "permission-request.expire",
          subjectId: organizationPermissionRequestId,
          organizationId,
          details: { email },
        });
        const message = `Your request for ${unlinkedName(fullName(request))} (${email}) has expired. Please ask again if they still need access.`;
        await notifyRequester(tx, deps, request, message, "expired");
        await publishPermission(tx, deps, organizationId, organizationPermissionRequestId);
      }
    });
  },
});
