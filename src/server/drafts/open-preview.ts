import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Admin } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { NO_DOCUMENT } from "../documents/queries.ts";
import { type Opened, openView } from "../organizations/open-client-view.ts";
import { uniqueDocuments } from "../schema/documents.ts";

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
