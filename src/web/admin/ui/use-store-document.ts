import { listActivity } from "#contract/admin/activity.ts";
import { getAdminDocument, listAdminDocuments } from "#contract/admin/documents.ts";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { useCached } from "#web/lib/use-call.ts";

/** Updates the cache with a changed document, and refetches the lists. */
export function useStoreDocument(): (changed: AdminDocument) => Promise<void> {
  const cached = useCached();
  return async (changed) => {
    await cached.replace(getAdminDocument, { params: { id: changed.uniqueDocumentId } }, changed);
    void cached.refetch(listAdminDocuments);
    void cached.refetch(listActivity);
  };
}
