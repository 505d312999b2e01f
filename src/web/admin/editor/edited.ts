import { getManagedDocument } from "#contract/admin/documents.ts";
import { getDraft, leaveOutUnread, reportPresence, savePage } from "#contract/admin/drafts.ts";
import type { PageCalls } from "#contract/admin/page-calls.ts";
import {
  getTemplate,
  leaveOutUnreadOfTemplate,
  reportTemplatePresence,
  saveTemplatePage,
} from "#contract/admin/templates.ts";
import type { SavedPage, StoredCopy } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { OwnVariable } from "#domain/templates/own-variable.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import { ApiError, isUnanswered } from "#web/lib/api-error.ts";
import { call, type Input, type Reply } from "#web/lib/call.ts";
import type { Cached } from "#web/lib/use-call.ts";
import { documentPath, revisionsPath } from "../ui/document-paths.ts";
import { templatePath, templateRevisionsPath } from "../ui/template-paths.ts";
import type { StoredPage, TheirSave } from "./autosave.ts";
import { createCopying, createCopyingTemplate } from "./copy-page.ts";

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
  /** Saves a page as a record of its own and returns its path. A retry continues with the same record. */
  saveAsCopy(page: PuckState): Promise<string>;
  /** Reports where a tab is on the page, and returns the other tabs that have it open. */
  reportPresence(report: Input<typeof reportPresence>["body"]): Promise<Reply<typeof reportPresence>>;
  /** Removes unreadable parts. */
  leaveOutUnread: () => Promise<unknown>;
};

/** What was read to be edited, and why it may not be. */
export type Opened = { edited: Edited; refusal?: { title: string; message: string } };

// Neither is read from the cache: an older revision could not be saved.

/** The page of a document's draft. */
export async function openDraft(id: Id, cached: Cached): Promise<Opened> {
  const params = { id };
  const [draft, { createdAt }] = await Promise.all([
    call(getDraft, { params }),
    call(getManagedDocument, { params }),
  ]);
  // The editor follows it from now on.
  await cached.replace(getDraft, { params }, draft);
  const { name, organizationId, organizationName, work, variables, closedBecause, status } = draft;
  const copy = createCopying(draft);
  const calls = { savePage, reportPresence, leaveOutUnread };
  const edited = editedPage(draft, calls, () => call(getDraft, { params }), {
    kind: "document",
    id,
    name,
    organizationId,
    work,
    variables,
    path: documentPath(id),
    revisionsPath: revisionsPath(id),
    opening: { organizationName, createdAt },
    saveAsCopy: async (page) => documentPath(await copy(page)),
  });
  if (closedBecause !== null) {
    const message = "It stays as it is. To change it, make a new version of it.";
    const title = closedBecause === "EXPIRED" ? "This document has expired" : "This document is withdrawn";
    return { edited, refusal: { title, message } };
  }
  if (status !== "DRAFT") {
    const message =
      "Its page stays as its client reads it. To change it, recall it first, or make a new version of it.";
    return { edited, refusal: { title: "This document has been sent", message } };
  }
  return { edited };
}

/** The page of a template. */
export async function openTemplate(id: Id): Promise<Opened> {
  const read = () => call(getTemplate, { params: { id } });
  const template = await read();
  const { name, variables, createdAt } = template;
  const copy = createCopyingTemplate(template);
  const calls = {
    savePage: saveTemplatePage,
    reportPresence: reportTemplatePresence,
    leaveOutUnread: leaveOutUnreadOfTemplate,
  };
  const edited = editedPage(template, calls, read, {
    kind: "template",
    id,
    name,
    organizationId: null,
    variables,
    work: { workOrders: [], products: [] },
    path: templatePath(id),
    revisionsPath: templateRevisionsPath(id),
    opening: { organizationName: "the client", createdAt },
    saveAsCopy: async (page) => templatePath(await copy(page)),
  });
  return { edited };
}

type PageMethods = "save" | "readStored" | "reportPresence" | "leaveOutUnread";

/** What documents and templates have in common. */
function editedPage(
  saved: SavedPage,
  calls: Pick<PageCalls, "savePage" | "reportPresence" | "leaveOutUnread">,
  read: () => Promise<SavedPage>,
  own: Omit<Edited, keyof SavedPage | PageMethods>,
): Edited {
  const params = { id: own.id };
  return {
    problems: saved.problems,
    images: saved.images,
    ...storedOf(saved),
    ...own,
    async save(page, revision, signal) {
      try {
        const saved = await call(calls.savePage, { params, body: { page, revision }, signal });
        return { kind: "saved", ...saved };
      } catch (error) {
        return explain(error);
      }
    },
    readStored: async () => storedOf(await read()),
    reportPresence: (body) =>
      call(calls.reportPresence, { params, body, isKeyed: false, keepalive: body.position === null }),
    leaveOutUnread: () => call(calls.leaveOutUnread, { params, body: {} }),
  };
}

function storedOf({ page, revision, savedAt, savedBy }: SavedPage): StoredPage {
  return { page, revision, savedAt, savedBy: savedBy?.name ?? null };
}

/** The outcome of a save. */
type Sent = ({ kind: "saved" } & Reply<typeof savePage>) | ReturnType<typeof explain>;

function explain(error: unknown) {
  if (!(error instanceof ApiError) || isUnanswered(error)) {
    return { kind: "unreachable", why: "The portal can't be reached. We keep trying." } as const;
  }
  const { status, message, details } = error;
  if (details.reason === "changed-meanwhile") return { kind: "behind" } as const;
  if (details.reason === "document-sent" || details.reason === "withdrawn" || status === 404) {
    return { kind: "closed", why: message } as const;
  }
  const isTemporary = status >= 500 || status === 429 || status === 401;
  if (isTemporary) return { kind: "unreachable", why: `${message} We keep trying.` } as const;
  return { kind: "refused", why: message } as const;
}
