import { getManagedDocument, listManagedDocuments } from "#contract/admin/agreements.ts";
import type { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { useCached } from "#web/lib/use-call.ts";

/** Shows a general document as the server answered it after a change. */
export function useStoreGeneralDocument(): (document: ManagedGeneralDocument) => Promise<void> {
  const cached = useCached();
  return async (document) => {
    void cached.refetch(listManagedDocuments);
    await cached.replace(getManagedDocument, { params: { id: document.generalDocumentId } }, document);
  };
}
