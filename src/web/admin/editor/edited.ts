import { getDraft, holdDraft, leaveOutUnread, savePage } from "#contract/admin/drafts.ts";
import {
  duplicateTemplate,
  getTemplate,
  leaveOutUnreadOfTemplate,
  saveTemplatePage,
} from "#contract/admin/templates.ts";
import type { Holder, SavedBy, StoredCopy } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { OwnVariable } from "#domain/templates/own-variable.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { call, type Reply } from "#web/lib/call.ts";
import { documentPath, revisionsPath } from "../ui/document-paths.ts";
import { templatePath, templateRevisionsPath } from "../ui/template-paths.ts";
import type { StoredPage, TheirSave } from "./autosave.ts";
import { createCopying } from "./copy-page.ts";
import { type Sent, sendPage } from "./save-draft.ts";

/** What the editor edits: the page of a document's draft, or of a template. */
export type Edited = TheirSave & {
  kind: "document" | "template";
  id: Id;
  name: string;
  /** The client's; a template has none. */
  organizationId: Id | null;
  /** The screen of the record, below /admin. */
  path: string;
  /** The screen of the pages that it had. */
  revisionsPath: string;
  page: PuckState;
  revision: number;
  /** A sentence for each part of the stored page that cannot be read. */
  problems: readonly string[];
  /** Our copies of images on other hosts. */
  images: readonly StoredCopy[];
  /** A document's own work; of a template none. */
  work: DocumentWork;
  /** The line that opens the page. */
  opening: { organizationName: string; createdAt: string };
  /** The template's own variables, for their labels. */
  variables: readonly OwnVariable[];
  save(page: PuckState, revision: number, signal: AbortSignal): Promise<Sent>;
  /** The page as it is stored now. */
  readStored(): Promise<StoredPage>;
  /**
   * Keeps a page that cannot be saved as a record of its own, and returns the path of that. Called again after a
   * failure, it goes on with the same record.
   */
  keepAsCopy(page: PuckState): Promise<string>;
  /** Tells colleagues that this person edits it. Left out where nobody is told. */
  hold?: () => Promise<Holder>;
  /** Takes out what cannot be read. */
  leaveOutUnread: () => Promise<unknown>;
};

type Draft = Reply<typeof getDraft>;

/** The page of a document's draft. */
export function editedDraft(draft: Draft, createdAt: string): Edited {
  const { uniqueDocumentId: id, organizationName, savedBy, ...rest } = draft;
  const params = { id };
  const copy = createCopying(draft);
  return {
    ...rest,
    kind: "document",
    id,
    path: documentPath(id),
    revisionsPath: revisionsPath(id),
    savedBy: savedBy?.name ?? null,
    opening: { organizationName, createdAt },
    save: (page, revision, signal) =>
      sendPage(() => call(savePage, { params, body: { page, revision }, signal })),
    readStored: async () => storedOf(await call(getDraft, { params })),
    keepAsCopy: async (page) => documentPath(await copy(page)),
    hold: async () => (await call(holdDraft, { params, body: {} })).holder,
    leaveOutUnread: () => call(leaveOutUnread, { params, body: {} }),
  };
}

/** The page of a template. */
export function editedTemplate(template: Reply<typeof getTemplate>): Edited {
  const { templateId: id, name, savedBy, createdAt, ...rest } = template;
  const params = { id };
  const work = { workOrders: [], products: [] };
  let copyId: Id | null = null;
  return {
    ...rest,
    kind: "template",
    id,
    name,
    organizationId: null,
    path: templatePath(id),
    revisionsPath: templateRevisionsPath(id),
    savedBy: savedBy?.name ?? null,
    work,
    opening: { organizationName: "the client", createdAt },
    save: (page, revision, signal) =>
      sendPage(() => call(saveTemplatePage, { params, body: { page, revision }, signal })),
    readStored: async () => storedOf(await call(getTemplate, { params })),
    async keepAsCopy(page) {
      const body = { name: `${name} (my copy)`.slice(-200) };
      copyId ??= (await call(duplicateTemplate, { params, body })).templateId;
      await call(saveTemplatePage, { params: { id: copyId }, body: { page, revision: 1 } });
      return templatePath(copyId);
    },
    leaveOutUnread: () => call(leaveOutUnreadOfTemplate, { params, body: {} }),
  };
}

function storedOf({ page, revision, savedAt, savedBy }: Pick<Draft, "page" | keyof SavedBy>): StoredPage {
  return { page, revision, savedAt, savedBy: savedBy?.name ?? null };
}
