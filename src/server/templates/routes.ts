import * as calls from "#contract/admin/templates.ts";
import { type Route, route } from "../http/route.ts";
import { pageRoutes } from "../pages/page-routes.ts";
import { addTemplate, duplicateTemplate } from "./add-template.ts";
import { changeTemplate } from "./change-template.ts";
import { findTemplates } from "./queries.ts";
import { deleteTemplate, retireTemplate } from "./retire-template.ts";
import { getTemplate, TEMPLATES } from "./template-pages.ts";

export const templateRoutes: Route[] = [
  route(calls.listTemplates, ({ deps }) => findTemplates(deps.db)),
  route(calls.getTemplate, ({ deps, params }) => getTemplate(deps.db, params.id)),
  route(calls.addTemplate, ({ deps, caller, body }) => addTemplate(deps, caller, body)),
  route(calls.changeTemplate, ({ deps, caller, params, body }) =>
    changeTemplate(deps, caller, params.id, body),
  ),
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
  route(calls.deleteTemplate, ({ deps, caller, params }) => deleteTemplate(deps, caller, params.id)),
];
