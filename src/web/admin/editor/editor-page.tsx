import { useCallback } from "react";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { getDraft } from "#contract/admin/drafts.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { type Cached, useCached } from "#web/lib/use-call.ts";
import { DOCUMENTS, documentPath } from "../ui/document-paths.ts";
import { editedDraft } from "./edited.ts";
import { EditorScreen, type Opened } from "./editor-screen.tsx";

/** /admin/documents/:uniqueDocumentId/edit: the page of a draft, edited as its client will see it. */
export function EditorPage() {
  const { uniqueDocumentId = "" } = useParams();
  const cached = useCached();
  const load = useCallback((id: string) => openDraft(id, cached), [cached]);
  return (
    <EditorScreen
      id={uniqueDocumentId}
      noun="document"
      back={documentPath(uniqueDocumentId)}
      all={{ to: DOCUMENTS, label: "All documents" }}
      load={load}
    />
  );
}

// Never from the cache: an older revision could not be saved.
async function openDraft(id: string, cached: Cached): Promise<Opened> {
  const params = { id };
  const [draft, { createdAt }] = await Promise.all([
    call(getDraft, { params }),
    call(getAdminDocument, { params }),
  ]);
  // The editor follows it from now on.
  await cached.replace(getDraft, { params }, draft);
  const edited = editedDraft(draft, createdAt);
  if (draft.withdrawal) {
    const message = "It stays as it is. To change it, make a new version of it.";
    return { edited, refusal: { title: "This document is withdrawn", message } };
  }
  if (draft.status !== "DRAFT") {
    const message =
      "Its page stays as its client reads it. To change it, recall it first, or make a new version of it.";
    return { edited, refusal: { title: "This document has been sent", message } };
  }
  return { edited };
}
