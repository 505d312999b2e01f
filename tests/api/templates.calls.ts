import type * as calls from "#contract/admin/templates.ts";
import { makePage, makeTemplate } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { templateId } = await makeTemplate(db);
  const { templateId: retiredTemplateId } = await makeTemplate(db);
  return { templateId, retiredTemplateId };
}

export const pointed: PointedAt<typeof calls, "templateId" | "retiredTemplateId"> = {
  listTemplates: () => ({}),
  getTemplate: ({ templateId: id }) => ({ params: { id } }),
  addTemplate: ({ templateId: name }) => ({ body: { name, description: "" } }),
  changeTemplate: ({ templateId: id }) => {
    const asRead = { name: id, description: "", variables: [] };
    return { params: { id }, body: { ...asRead, description: `Of ${id}`, asRead } };
  },
  saveTemplatePage: ({ templateId: id }) => ({
    params: { id },
    body: { revision: 1, page: makePage([], id) },
  }),
  duplicateTemplate: ({ templateId: id }) => ({ params: { id }, body: { name: `Copy of ${id}` } }),
  retireTemplate: ({ retiredTemplateId: id }) => ({ params: { id }, body: { isRetired: true } }),
  deleteTemplate: ({ retiredTemplateId: id }) => ({ params: { id } }),
};
