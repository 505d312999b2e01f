import { getDocument } from "#contract/documents.ts";
import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { openInNewTab } from "#web/lib/open-in-new-tab.ts";
import { showToast } from "#web/ui/toasts.tsx";

/** Opens the newest approved PDF. Links work for 60 seconds, so the click fetches a new one. */
export async function openPdf(uniqueDocumentId: Id): Promise<void> {
  try {
    await openInNewTab(async () => {
      const document = await call(getDocument, { params: { id: uniqueDocumentId } });
      const snapshot = newestApprovedSnapshot(document.documentSnapshots);
      if (snapshot === undefined) throw new Error(`Document ${uniqueDocumentId} has no approved snapshot`);
      return snapshot.uri;
    });
  } catch (error) {
    console.error("The PDF could not be opened", error);
    showToast({
      tone: "error",
      title: "The PDF could not be opened",
      text: "Please check your connection and try again.",
    });
  }
}
