import { getManagedDocument } from "#contract/admin/documents.ts";
import { getDraft, getRevision, listRevisions, restoreRevision } from "#contract/admin/drafts.ts";
import {
  getTemplate,
  getTemplateRevision,
  listTemplateRevisions,
  restoreTemplateRevision,
} from "#contract/admin/templates.ts";
import type { SavedPage } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import type { Reply } from "#web/lib/call.ts";
import { DOCUMENTS, documentPath, editorPath, revisionsPath } from "../ui/document-paths.ts";
import { TEMPLATES, templateEditorPath, templatePath, templateRevisionsPath } from "../ui/template-paths.ts";

export type RevisedKind = keyof typeof OF_KIND;

/** A document or template with its present page. */
export type Revised = Pick<SavedPage, "revision" | "page"> & {
  kind: RevisedKind;
  id: Id;
  name: string;
  /** The link to its own screen. */
  label: string;
  work: DocumentWork;
  /** Why its page cannot be changed; null: editors change it. */
  closed: string | null;
};

/** What differs between the earlier pages of documents and of templates. */
export const OF_KIND = {
  document: {
    calls: {
      present: getDraft,
      list: listRevisions,
      get: getRevision,
      restore: restoreRevision,
      owner: getManagedDocument,
    },
    paths: { home: documentPath, editor: editorPath, revisions: revisionsPath },
    all: { to: DOCUMENTS, label: "All documents" },
    intro:
      "We save a version when the page is sent, before a colleague saves over it, and every few minutes of work.",
    empty: "The first one is saved after a few minutes of work on this page, or when it is sent.",
  },
  template: {
    calls: {
      present: getTemplate,
      list: listTemplateRevisions,
      get: getTemplateRevision,
      restore: restoreTemplateRevision,
      owner: getTemplate,
    },
    paths: { home: templatePath, editor: templateEditorPath, revisions: templateRevisionsPath },
    all: { to: TEMPLATES, label: "All templates" },
    intro: "We save a version before a colleague saves over the page, and every few minutes of work.",
    empty: "The first one is saved when a page with words is changed.",
  },
};

export function revisedOf(
  kind: RevisedKind,
  id: Id,
  present: Reply<typeof getDraft | typeof getTemplate>,
): Revised {
  const { name, revision, page } = present;
  const same = { kind, id, name, revision, page };
  if ("templateId" in present) {
    return { ...same, label: "Template", work: { workOrders: [], products: [] }, closed: null };
  }
  const { externalId: label, work, status, closedBecause } = present;
  const isOpen = status === "DRAFT" && closedBecause === null;
  const closed =
    "The document has been sent, so its page stays as it is. To change it, recall it first, or make a new version of it.";
  return { ...same, label, work, closed: isOpen ? null : closed };
}
