import * as calls from "#contract/admin/templates.ts";
import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { HitLoader } from "../deps.ts";
import { byId, type Route, route } from "../http/route.ts";
import type { Noun } from "../noun.ts";
import { pageRoutes } from "../pages/page-routes.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { templates } from "../schema/templates.ts";
import { findTemplates } from "./queries.ts";
import { getTemplate, TEMPLATES } from "./template-pages.ts";
import {
  addStarterTemplate,
  addTemplate,
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
  retireTemplate,
} from "./write-template.ts";

const ACTIONS: Actions = {
  documents: {
    "template.add": "added a template",
    "template.change": "changed a template",
    "template.delete": "deleted a template",
    "template.edit": "changed the page of a template",
    "template.restore": "brought a template back",
    "template.retire": "retired a template",
    "template.revert": "restored an earlier version of a template",
  },
};

const nameTemplates: HitLoader = async (reader, ids) => {
  const { templateId, name } = templates;
  const rows = await reader.select({ id: templateId, name }).from(templates).where(isAnyOf(templateId, ids));
  return rows.map((row) => ({ ...NAME_ALONE, ...row }));
};

export const noun: Noun = {
  actions: ACTIONS,
  namedInDetails: [
    "template.add",
    "template.change",
    "template.delete",
    "template.edit",
    "template.retire",
    "template.restore",
    "template.revert",
  ],
  rows: {
    templates: [...COMPANY],
  },
  search: {
    kind: "template",
    ofCompany: {
      source: {
        table: "templates",
        id: "template_id",
        text: "name || ' ' || description",
        words: "words",
        touchedAt: "updated_at",
        isOrdered: false,
        where: "true",
        isOfOrganization: false,
      },
      name: nameTemplates,
    },
  },
};

export const routes: Route[] = [
  route(calls.listTemplates, ({ deps }) => findTemplates(deps.db)),
  route(calls.getTemplate, ({ deps, params }) => getTemplate(deps.db, params.id)),
  route(calls.addTemplate, ({ deps, caller, body }) => addTemplate(deps, caller, body)),
  route(calls.addStarterTemplate, ({ deps, caller, body }) => addStarterTemplate(deps, caller, body)),
  route(calls.changeTemplate, byId(changeTemplate)),
  ...pageRoutes(
    {
      savePage: calls.saveTemplatePage,
      reportPresence: calls.reportTemplatePresence,
      leaveOutUnread: calls.leaveOutUnreadOfTemplate,
      listRevisions: calls.listTemplateRevisions,
      getRevision: calls.getTemplateRevision,
      restoreRevision: calls.restoreTemplateRevision,
    },
    TEMPLATES,
  ),
  route(calls.duplicateTemplate, ({ deps, caller, params, body }) =>
    duplicateTemplate(deps, caller, params.id, body.name),
  ),
  route(calls.retireTemplate, ({ deps, caller, params, body }) =>
    retireTemplate(deps, caller, params.id, body.isRetired),
  ),
  route(calls.deleteTemplate, byId(deleteTemplate)),
];
