import { eq } from "drizzle-orm";
import type { WorkingDraft } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { mapRichText } from "#domain/page/map-rich-text.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findCurrentWork } from "../documents/find-work.ts";
import { NO_DOCUMENT } from "../documents/get-admin-document.ts";
import { NO_WORK } from "../documents/resolve-page.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { withdrawalOf } from "../documents/withdrawal-of.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { organizations } from "../organizations/tables.ts";
import { templates } from "../templates/tables.ts";
import { findCopies, findHolder, findSave } from "./queries.ts";

/** The page of a document as the company works on it, with all that the editor shows it with. */
export async function getDraft(
  deps: Pick<Deps, "db" | "clock">,
  uniqueDocumentId: Id,
  reader: Reader = deps.db,
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
  const { organizationId, externalId, name, documentType, status } = document;
  const { page: migrated, unread } = migratePage(document.puckState);
  const page = withoutResolved(mapRichText(migrated, sanitiseHtml));
  const work = await findCurrentWork(reader, organizationId, [uniqueDocumentId]);
  return {
    uniqueDocumentId,
    organizationId,
    organizationName,
    externalId,
    name,
    documentType,
    status,
    withdrawal: withdrawalOf(document),
    ...(await findSave(reader, document)),
    page,
    problems: unread.map(({ problem }) => problem),
    work: work.get(uniqueDocumentId) ?? NO_WORK,
    images: await findCopies(reader, page),
    variables: variables ?? [],
    holder: await findHolder(reader, uniqueDocumentId, deps.clock()),
  };
}
