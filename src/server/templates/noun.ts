import type { Actions } from "#domain/activity/describe-action.ts";
import { NAME_ALONE } from "#domain/search/search-hit.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Namer } from "../deps.ts";
import type { Noun } from "../noun.ts";
import { COMPANY } from "../rls/row-rules.ts";
import { templates } from "../schema/templates.ts";

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

const nameTemplates: Namer = async (reader, ids) => {
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
        recent: "updated_at",
        isOrdered: false,
        where: "true",
        isOfOrganization: false,
      },
      name: nameTemplates,
    },
  },
};
