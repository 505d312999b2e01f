import { getAdminDocument } from "#contract/admin/documents.ts";
import { getRevision, restoreRevision } from "#contract/admin/drafts.ts";
import { getTemplate, getTemplateRevision, restoreTemplateRevision } from "#contract/admin/templates.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { DOCUMENTS } from "../ui/document-paths.ts";
import { TEMPLATES } from "../ui/template-paths.ts";

export type RevisedKind = "document" | "template";

/** A document or template with its present page. */
export type Revised = {
  kind: RevisedKind;
  id: Id;
  name: string;
  /** Its own screen. */
  home: { to: string; label: string };
  editorPath: string;
  /** The screen of its earlier pages with one of them open. */
  pathOf(revision: number): string;
  revision: number;
  page: PuckState;
  work: DocumentWork;
  /** Why nobody changes its page; null: editors do. */
  closed: string | null;
};

/** What differs between the earlier pages of documents and of templates. */
export const OF_KIND = {
  document: {
    calls: { get: getRevision, restore: restoreRevision, owner: getAdminDocument },
    all: { to: DOCUMENTS, label: "All documents" },
    intro: "We keep the page when it is sent, before somebody else saves it, and every few minutes of work.",
    empty: "The first one is kept when somebody has worked on this page for a few minutes, or sends it.",
  },
  template: {
    calls: { get: getTemplateRevision, restore: restoreTemplateRevision, owner: getTemplate },
    all: { to: TEMPLATES, label: "All templates" },
    intro: "We keep the page before somebody else saves it, and every few minutes of work.",
    empty: "The first one is kept when a page with words is changed.",
  },
};
