import type { Id } from "#domain/id.ts";
import { mapRichText } from "#domain/page/map-rich-text.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { variablesOf } from "#domain/page/variables.ts";
import type { WholeTemplate } from "#domain/templates/template.ts";
import type { Reader } from "../db/database.ts";
import { findCopies, findSave } from "../drafts/queries.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { countDocuments, findTemplate, presentTemplate, withoutWork } from "./queries.ts";

/** One template with its page. Blocks that this portal does not know stay on it. */
export async function getTemplate(reader: Reader, templateId: Id): Promise<WholeTemplate> {
  const row = await findTemplate(reader, templateId);
  const { page: migrated, unread } = migratePage(row.page);
  const page = withoutWork(mapRichText(migrated, sanitiseHtml));
  return {
    ...presentTemplate(row, await countDocuments(reader, templateId)),
    ...(await findSave(reader, row)),
    page,
    problems: unread.map(({ problem }) => problem),
    images: await findCopies(reader, page),
    namedVariables: variablesOf(page).map(({ name }) => name),
  };
}
