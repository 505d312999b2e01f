import type { z } from "zod";
import type * as calls from "#contract/admin/client-view.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import { makeViewPass, VIEW_MS } from "../access/client-view-pass.ts";
import type { Admin } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { findOrganizations } from "./queries.ts";

type Opened = z.input<(typeof calls.openClientView)["reply"]>;

/** Lets an admin read what an organization's members read, for an hour. Each pass has its audit row. */
export async function openClientView(deps: Deps, admin: Admin, organizationId: Id): Promise<Opened> {
  return change(deps, admin, async ({ tx, at, record }) => {
    const [organization] = await findOrganizations(tx, [organizationId]);
    if (!organization) throw new AppError("not-found", "There is no such organization.");
    const { organizationName } = organization;
    await record({
      action: "organization.view-as-client",
      subjectId: organizationId,
      organizationId,
      details: { organizationName },
    });
    const expiresAt = new Date(at.getTime() + VIEW_MS);
    const pass = makeViewPass(deps, admin.sessionId, organizationId, expiresAt);
    return { organizationName, pass, expiresAt: expiresAt.toISOString() };
  });
}
