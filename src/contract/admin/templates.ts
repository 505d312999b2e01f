import { z } from "zod";
import { Revision, RevisionWithPage } from "#domain/drafts/revision.ts";
import { Saved, StoredCopy } from "#domain/drafts/working-draft.ts";
import { Id } from "#domain/id.ts";
import { PuckState } from "#domain/page/page.ts";
import { NewTemplate, Template, TemplateDetails, WholeTemplate } from "#domain/templates/template.ts";
import { defineCall } from "../call.ts";
import { IdParams } from "../id-params.ts";
import { MOST_PAGE_BYTES } from "../page-bytes.ts";
import { RevisionParams } from "./revision-params.ts";

export const listTemplates = defineCall({
  method: "GET",
  path: "template/admin/list",
  who: "viewer",
  reach: "every-organization",
  summary: "The templates by name, also those that new documents cannot choose any more",
  reply: z.array(Template),
});

export const getTemplate = defineCall({
  method: "GET",
  path: "template/admin/{id}",
  who: "viewer",
  reach: "every-organization",
  summary: "One template with its page and the variables that the page names",
  params: IdParams,
  reply: WholeTemplate,
});

export const addTemplate = defineCall({
  method: "POST",
  path: "template/admin",
  who: "editor",
  reach: "every-organization",
  summary: "Adds a template with an empty page, or with the page of a document without its work orders",
  body: NewTemplate,
  reply: Template,
});

export const changeTemplate = defineCall({
  method: "PATCH",
  path: "template/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Changes the name, description or own variables of a template; documents stay as they are",
  params: IdParams,
  body: TemplateDetails.extend({
    /** The details as the editor read them. If they differ by now, nothing is changed. */
    asRead: TemplateDetails,
  }),
  reply: Template,
});

export const saveTemplatePage = defineCall({
  method: "PATCH",
  path: "template/admin/{id}/page",
  who: "editor",
  reach: "every-organization",
  summary: "Saves the page of a template; an older revision is refused with who has saved another page since",
  params: IdParams,
  body: z.strictObject({
    /** The revision that the page was made from. */
    revision: z.int(),
    page: PuckState,
  }),
  maxBodyBytes: MOST_PAGE_BYTES,
  reply: Saved.extend({ images: z.array(StoredCopy) }),
});

export const listTemplateRevisions = defineCall({
  method: "GET",
  path: "template/admin/{id}/revisions",
  who: "viewer",
  reach: "every-organization",
  summary: "The pages that a template had, latest first: who saved them, and why they were kept",
  params: IdParams,
  reply: z.array(Revision),
});

export const getTemplateRevision = defineCall({
  method: "GET",
  path: "template/admin/{id}/revisions/{number}",
  who: "viewer",
  reach: "every-organization",
  summary: "A page that a template had",
  params: RevisionParams,
  reply: RevisionWithPage,
});

export const restoreTemplateRevision = defineCall({
  method: "POST",
  path: "template/admin/{id}/revisions/{number}/restore",
  who: "editor",
  reach: "every-organization",
  summary: "Makes a page that a template had its present one, and keeps the one that it replaces",
  params: RevisionParams,
  /** The revision that the editor sees now. */
  body: z.strictObject({ revision: z.int() }),
  reply: Saved,
});

export const duplicateTemplate = defineCall({
  method: "POST",
  path: "template/admin/{id}/copy",
  who: "editor",
  reach: "every-organization",
  summary: "Copies a template with its page, locks and variables",
  params: IdParams,
  body: TemplateDetails.pick({ name: true }),
  reply: Template,
});

export const retireTemplate = defineCall({
  method: "PATCH",
  path: "template/admin/{id}/retired",
  who: "editor",
  reach: "every-organization",
  summary: "Retires a template, which new documents then cannot choose, or restores it",
  params: IdParams,
  body: z.strictObject({ isRetired: z.boolean() }),
  reply: Template,
});

export const deleteTemplate = defineCall({
  method: "DELETE",
  path: "template/admin/{id}",
  who: "editor",
  reach: "every-organization",
  summary: "Deletes a template that no document was made from",
  params: IdParams,
  reply: z.strictObject({ templateId: Id }),
});
