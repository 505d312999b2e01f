import { and, eq, lte, not } from "drizzle-orm";
import { z } from "zod";
import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { fullName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { REQUEST_DAYS } from "#domain/permissions/managed-people.ts";
import { change, PORTAL } from "../access/change.ts";
import { publishPermission } from "../access-records/record-access.ts";
import type { Deps } from "../deps.ts";
import { addDays } from "../invitations/invite-person.ts";
import { attemptEach } from "../jobs/attempt-each.ts";
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
    const portal = withScope(deps, { role: "portal" });
    const isOld = and(
      lte(organizationPermissionRequests.createdAt, addDays(deps.clock(), -REQUEST_DAYS)),
      not(IS_GRANTED),
    );
    const old = await portal.db
      .select({ id: organizationPermissionRequests.organizationPermissionRequestId })
      .from(organizationPermissionRequests)
      .where(isOld)
      .limit(BATCH_SIZE);
    await attemptEach(deps, old, ({ id }) => expireOne(portal, id));
  },
});

/** Expires a request that is still open. It may have been answered since it was found. */
async function expireOne(deps: Deps, id: Id): Promise<void> {
  await change(deps, PORTAL, async ({ tx, record }) => {
    const [request] = await tx
      .select()
      .from(organizationPermissionRequests)
      .where(and(eq(organizationPermissionRequests.organizationPermissionRequestId, id), not(IS_GRANTED)))
      .for("update");
    if (!request) return;
    const { organizationId, email } = request;
    await deleteRequest(tx, id);
    const about = { subjectId: id, organizationId, details: { email } };
    await record({ action: "permission-request.expire", ...about });
    const message = `Your request for ${unlinkedName(fullName(request))} (${email}) has expired. Please ask again if they still need access.`;
    await notifyRequester(tx, deps, request, message, "expired");
    await publishPermission(tx, deps, organizationId, id);
  });
}
