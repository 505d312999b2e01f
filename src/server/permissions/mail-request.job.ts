import { and, eq, not } from "drizzle-orm";
import { z } from "zod";
import { displayName, fullName } from "#domain/account/user-profile.ts";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import { findMailedOfAll } from "../account/mail-choices.ts";
import { findProfile } from "../account/queries.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { organizations } from "../schema/organizations.ts";
import { IS_GRANTED, organizationPermissionRequests } from "../schema/permissions.ts";
import { composeRequest } from "./request-mail.ts";

const { organizationPermissionRequestId: requestId, organizationId } = organizationPermissionRequests;

/** Mails the company's people who chose it that a client requests access for a person, unless it is answered. */
export const mailRequest = defineJob({
  name: "mail-request",
  payload: z.strictObject({ organizationPermissionRequestId: Id }),
  run: (deps, { organizationPermissionRequestId }) =>
    change(deps, PORTAL, async ({ tx }) => {
      const [found] = await tx
        .select({ request: organizationPermissionRequests, organizationName: organizations.organizationName })
        .from(organizationPermissionRequests)
        .innerJoin(organizations, eq(organizations.organizationId, organizationId))
        .where(and(eq(requestId, organizationPermissionRequestId), not(IS_GRANTED)));
      if (!found) return;
      const { request, organizationName } = found;
      const requester = await findProfile(tx, request.requestedByUserProfileId ?? "");
      const mail = composeRequest(deps.settings.now(), deps.env.publicUrl, {
        ...request,
        name: fullName(request),
        organizationName,
        requestedBy: requester && displayName(requester),
      });
      const about = { subjectId: organizationPermissionRequestId, organizationId: request.organizationId };
      const event = `permission.requested:${organizationPermissionRequestId}`;
      for (const { email } of await findMailedOfAll(tx, "requests"))
        await queueMail(tx, deps, { to: email, about, ...mail }, event);
    }),
});
