import { eq } from "drizzle-orm";
import { statusOn } from "#domain/documents/validity.ts";
import type { WorkingDraft } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Admin } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { NO_DOCUMENT, todayOf, withdrawalOf } from "../documents/queries.ts";
import { type Opened, openView } from "../organizations/open-client-view.ts";
import { readPage } from "../pages/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { templates } from "../schema/templates.ts";
import { draftPage } from "./draft-pages.ts";

/** The page of a document as the company works on it, with all that the editor shows it with. */
export async function getDraft(
  deps: Pick<Deps, "db" | "clock" | "settings">,
  uniqueDocumentId: Id,
  reader: DbOrTx = deps.db,
): Promise<WorkingDraft> {
  const [found] = await reader
    .select({
      document: uniqueDocuments,
      organizationName: organizations.organizationName,
      variables: templates.variables,
    })
    .from(uniqueDocuments)
    .innerJoin(organizations, eq(organizations.organizationId, uniqueDocuments.organizationId))
    .leftJoin(templates, eq(templates.templateId, uniqueDocuments.templateId))
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!found) throw NO_DOCUMENT;
  const { document, organizationName, variables } = found;
  const { organizationId, externalId, name, documentType } = document;
  const owner = draftPage(document);
  return {
    uniqueDocumentId,
    organizationId,
    organizationName,
    externalId,
    name,
    documentType,
    ...statusOn(document, todayOf(deps, deps.clock())),
    withdrawal: withdrawalOf(document),
    ...(await readPage(reader, owner)),
    work: await owner.findWorkOrderData(reader),
    variables: variables ?? [],
  };
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
