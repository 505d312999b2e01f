import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { OpenedView } from "#domain/access/opened-view.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import { makeViewPass, VIEW_MS, type Viewed } from "../access/client-view-pass.ts";
import type { Admin } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { NO_DOCUMENT } from "../documents/get-admin-document.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { findOrganizations } from "./queries.ts";

type Opened = z.input<typeof OpenedView>;

/** Lets an admin read what an organization's members read, for an hour. Each pass has its audit row. */
export async function openClientView(deps: Deps, admin: Admin, organizationId: Id): Promise<Opened> {
  return change(deps, admin, (opened) =>
    openView(deps, admin, opened, { organizationId, previewedId: null }),
  );
}

/** openClientView for a draft's client, with this draft as if it had been sent. */
export async function openPreview(deps: Deps, admin: Admin, uniqueDocumentId: Id): Promise<Opened> {
  return change(deps, admin, async (opened) => {
    const [found] = await opened.tx
      .select({ organizationId: uniqueDocuments.organizationId })
      .from(uniqueDocuments)
      .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
    if (!found) throw NO_DOCUMENT;
    return openView(deps, admin, opened, { ...found, previewedId: uniqueDocumentId });
  });
}

async function openView(
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
