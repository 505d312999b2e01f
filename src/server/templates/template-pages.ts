import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { variablesOf } from "#domain/page/variables.ts";
import type { FullTemplate } from "#domain/templates/template.ts";
import type { DbOrTx } from "../db/database.ts";
import { NO_WORK } from "../documents/resolve-page.ts";
import type { PageOwner, PageOwners } from "../pages/page-owner.ts";
import { readPage } from "../pages/queries.ts";
import { templates } from "../schema/templates.ts";
import {
  countDocuments,
  findTemplate,
  lockTemplate,
  NO_TEMPLATE,
  presentTemplate,
  publishTemplateChange,
  type TemplateRow,
  withoutWorkOrderData,
} from "./queries.ts";

/** The pages of templates, for the page store. */
export const TEMPLATES: PageOwners = {
  find: async (reader, templateId) => templatePage(await findTemplate(reader, templateId)),
  lock: async (tx, templateId) => templatePage(await lockTemplate(tx, templateId)),
  async findKey(reader, templateId) {
    if ((await reader.$count(templates, eq(templates.templateId, templateId))) === 0) throw NO_TEMPLATE;
    return { templateId };
  },
};

/** The locks of a template are its author's, who may change them and what is locked. */
function templatePage(row: TemplateRow): PageOwner {
  const { templateId, name, page, pageRevision, pageSavedAt, pageSavedBy } = row;
  return {
    pageRevision,
    pageSavedAt,
    pageSavedBy,
    page,
    key: { templateId },
    organizationId: null,
    subject: { subjectId: templateId, details: { name } },
    actions: { edit: "template.edit", restore: "template.revert" },
    requireEditable: () => undefined,
    withoutWorkOrderData,
    enforcesLocks: false,
    findWorkOrderData: async () => NO_WORK,
    async store({ tx, at }, deps, columns, { isInActivity }) {
      await tx
        .update(templates)
        .set({ ...columns, updatedAt: at })
        .where(eq(templates.templateId, templateId));
      if (isInActivity) await publishTemplateChange(tx, deps, templateId);
      else
        await deps.live.publish(
          tx,
          { company: true },
          { kind: "draft", id: templateId, revision: columns.pageRevision },
        );
      return templatePage({ ...row, ...columns });
    },
  };
}

/** One template with its page. Blocks that this portal does not know stay on it. */
export async function getTemplate(reader: DbOrTx, templateId: Id): Promise<FullTemplate> {
  const row = await findTemplate(reader, templateId);
  const saved = await readPage(reader, templatePage(row));
  return {
    ...presentTemplate(row, await countDocuments(reader, templateId)),
    ...saved,
    referencedVariables: variablesOf(saved.page).map(({ name }) => name),
  };
}
