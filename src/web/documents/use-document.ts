import { useCallback } from "react";
import { getDocument, getDocumentBySlug, listDocuments, reportOpening } from "#contract/documents.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { VIEW_PATH } from "#web/lib/client-view.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { withDocument } from "./with-document.ts";

export type DocumentAddress = { slug: string } | { uniqueDocumentId: Id };

// A person reads and decides on the document on screen, so it never changes by itself.
const NEVER_REVALIDATED = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
} as const;

export function useDocument(address: DocumentAddress) {
  const bySlug = useCall(
    getDocumentBySlug,
    "slug" in address ? { params: { slug: address.slug } } : null,
    NEVER_REVALIDATED,
  );
  const byId = useCall(
    getDocument,
    "uniqueDocumentId" in address ? { params: { id: address.uniqueDocumentId } } : null,
    NEVER_REVALIDATED,
  );
  return "slug" in address ? bySlug : byId;
}

/** Replaces a document in every cached answer. */
export function useStoreDocument(): (document: UniqueDocument) => Promise<void> {
  const cached = useCached();
  return useCallback(
    async (document) => {
      const { uniqueDocumentId, slug } = document;
      await cached.replace(getDocument, { params: { id: uniqueDocumentId } }, document);
      await cached.replace(getDocumentBySlug, { params: { slug } }, document);
      await cached.replaceEach(listDocuments, (answer, input) => withDocument(answer, input, document));
    },
    [cached],
  );
}

/** Whether the page shows a draft as if it had been sent. */
export const IS_PREVIEW = VIEW_PATH?.startsWith("/admin/preview/") === true;

/** Reports to the company that the person has opened a document. Resolves also if the report fails. */
export async function sendOpening(id: Id, what: "page" | "pdf"): Promise<void> {
  await call(reportOpening, { params: { id }, body: { what } }).catch(() => {});
}
