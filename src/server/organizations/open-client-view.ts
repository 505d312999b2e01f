import type { z } from "zod";
import type { OpenedView } from "#domain/access/access.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import { makeViewPass, VIEW_MS, type Viewed } from "../access/client-view-pass.ts";
import type { Admin } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { findOrganizations } from "./queries.ts";

export type Opened = z.input<typeof OpenedView>;

/** Lets an admin read what an organization's members read, for an hour. Each pass has its audit row. */
export async function openClientView(deps: Deps, admin: Admin, organizationId: Id): Promise<Opened> {
  return change(deps, admin, (opened) =>
    openView(deps, admin, opened, { organizationId, previewedId: null }),
  );
}

/** Opens the view in the caller's change. */
export async function openView(
  deps: Deps,
  { sessionId }: Admin,
  { tx, at, record }: Change,
  viewed: Viewed,
): Promise<Opened> {
  const { organizationId, previewedId } = viewed;
  const [organization] = await findOrganizations(tx, [organizationId]);
  if (!organization) throw new AppError("not-found", "There is no such organization.");
  const { organizationName } = organization;
  await record({
    action: "organization.view-as-client",
    subjectId: organizationId,
    organizationId,
    details: { organizationName, ...(previewedId !== null && { previewedId }) },
  });
  const expiresAt = new Date(at.getTime() + VIEW_MS);
  const pass = makeViewPass(deps, sessionId, viewed, expiresAt);
  return { organizationName, pass, expiresAt: expiresAt.toISOString() };
}
