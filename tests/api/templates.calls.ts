import type * as calls from "#contract/admin/templates.ts";
import { pageRevisions } from "#server/schema/pages.ts";
import { makePage, makeTemplate } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/make-app.ts";
import type { PointedAt } from "#tests/support/pointed-calls.ts";

export async function makeOwn({ db }: TestApp) {
  const { templateId } = await makeTemplate(db);
  const { templateId: retiredTemplateId } = await makeTemplate(db);
  const { templateId: revisedTemplateId, page } = await makeTemplate(db);
  const at = new Date();
  const kept = { number: 1, savedAt: at, storedAt: at, because: "WORK" as const, page };
  await db.insert(pageRevisions).values({ templateId: revisedTemplateId, ...kept });
  return { templateId, retiredTemplateId, revisedTemplateId };
}

export const pointed: PointedAt<typeof calls, "templateId" | "retiredTemplateId" | "revisedTemplateId"> = {
  listTemplates: () => ({}),
  getTemplate: ({ templateId: id }) => ({ params: { id } }),
  addTemplate: ({ templateId: name }) => ({ body: { name, description: "" } }),
  addStarterTemplate: ({ templateId: name }) => ({ body: { starter: "proposal", name } }),
  changeTemplate: ({ templateId: id }) => {
    const asRead = { name: id, description: "", variables: [] };
    return { params: { id }, body: { ...asRead, description: `Of ${id}`, asRead } };
  },
  saveTemplatePage: ({ templateId: id }) => ({
    params: { id },
    body: { revision: 1, page: makePage([], id) },
  }),
  reportTemplatePresence: ({ templateId: id }) => ({
    params: { id },
    body: { tabId: "tab", position: { blockId: id } },
  }),
  leaveOutUnreadOfTemplate: ({ templateId: id }) => ({ params: { id }, body: {} }),
  listTemplateRevisions: ({ revisedTemplateId: id }) => ({ params: { id } }),
  getTemplateRevision: ({ revisedTemplateId: id }) => ({ params: { id, number: "1" } }),
  restoreTemplateRevision: ({ revisedTemplateId: id }) => ({
    params: { id, number: "1" },
    body: { revision: 1 },
  }),
  duplicateTemplate: ({ templateId: id }) => ({ params: { id }, body: { name: `Copy of ${id}` } }),
  retireTemplate: ({ retiredTemplateId: id }) => ({ params: { id }, body: { isRetired: true } }),
  deleteTemplate: ({ retiredTemplateId: id }) => ({ params: { id } }),
};
