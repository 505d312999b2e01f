import { z } from "zod";
import { Id } from "#domain/id.ts";
import { Starter } from "#domain/starters/starter.ts";
import { FullTemplate, NewTemplate, Template, TemplateDetails } from "#domain/templates/template.ts";
import { defineAdminCall } from "../call.ts";
import { ofVersion } from "../record-version.ts";
import { definePageCalls } from "./page-calls.ts";

export const listTemplates = defineAdminCall("GET", "template/admin/list", "viewer", {
  staleAfter: ["template"],
  summary: "The templates by name, also those that new documents can no longer choose",
  reply: z.array(Template),
});

export const getTemplate = defineAdminCall("GET", "template/admin/{id}", "viewer", {
  staleAfter: ["draft", "template"],
  summary: "One template with its page and the variables that the page names",
  reply: FullTemplate,
});

export const addTemplate = defineAdminCall("POST", "template/admin", "editor", {
  summary: "Adds a template with an empty page, or with the page of a document without its work orders",
  body: NewTemplate,
  reply: Template,
});

export const addStarterTemplate = defineAdminCall("POST", "starter/admin/template", "editor", {
  summary: "Adds a page of the portal's library as a template",
  body: z.strictObject({ starter: Starter, name: TemplateDetails.shape.name }),
  reply: Template,
});

export const changeTemplate = defineAdminCall("PATCH", "template/admin/{id}", "editor", {
  summary: "Changes the name, description or own variables of a template; documents stay as they are",
  body: ofVersion(TemplateDetails, TemplateDetails),
  reply: Template,
});

export const {
  savePage: saveTemplatePage,
  reportPresence: reportTemplatePresence,
  leaveOutUnread: leaveOutUnreadOfTemplate,
  listRevisions: listTemplateRevisions,
  getRevision: getTemplateRevision,
  restoreRevision: restoreTemplateRevision,
} = definePageCalls("template", "template/admin/{id}", "page");

export const duplicateTemplate = defineAdminCall("POST", "template/admin/{id}/copy", "editor", {
  summary: "Copies a template with its page, locks and variables",
  body: TemplateDetails.pick({ name: true }),
  reply: Template,
});

export const retireTemplate = defineAdminCall("PATCH", "template/admin/{id}/retired", "editor", {
  summary: "Retires a template, which new documents then can't choose, or restores it",
  body: z.strictObject({ isRetired: z.boolean() }),
  reply: Template,
});

export const deleteTemplate = defineAdminCall("DELETE", "template/admin/{id}", "editor", {
  summary: "Deletes a template that no document was made from",
  reply: z.strictObject({ templateId: Id }),
});
