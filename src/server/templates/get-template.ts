import type { Id } from "#domain/id.ts";
import { variablesOf } from "#domain/page/variables.ts";
import type { WholeTemplate } from "#domain/templates/template.ts";
import type { Reader } from "../db/database.ts";
import { readPage } from "../pages/queries.ts";
import { countDocuments, findTemplate, presentTemplate } from "./queries.ts";
import { templatePage } from "./template-pages.ts";

/** One template with its page. Blocks that this portal does not know stay on it. */
export async function getTemplate(reader: Reader, templateId: Id): Promise<WholeTemplate> {
  const row = await findTemplate(reader, templateId);
  const saved = await readPage(reader, templatePage(row));
  return {
    ...presentTemplate(row, await countDocuments(reader, templateId)),
    ...saved,
    namedVariables: variablesOf(saved.page).map(({ name }) => name),
  };
}
