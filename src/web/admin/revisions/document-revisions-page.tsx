import { listRevisions } from "#contract/admin/drafts.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { documentPath, editorPath, revisionsPath } from "../ui/document-paths.ts";
import { useFresh, useFreshDraft } from "../ui/use-fresh-draft.ts";
import { RevisionsScreen } from "./revisions-screen.tsx";

/** /admin/documents/:uniqueDocumentId/revisions: the pages that a document had, and what is different now. */
export function DocumentRevisionsPage() {
  const { uniqueDocumentId: id = "" } = useParams();
  const draft = useFreshDraft(id);
  const revisions = useFresh(useCall(listRevisions, { params: { id } }));
  const revised = draft.data && {
    ...draft.data,
    kind: "document" as const,
    id,
    home: { to: documentPath(id), label: draft.data.externalId },
    editorPath: editorPath(id),
    pathOf: (revision: number) => revisionsPath(id, revision),
    closed:
      draft.data.status === "DRAFT" && draft.data.withdrawal === null
        ? null
        : "The document has been sent, so its page stays as it is. To change it, recall it first, or make a new version of it.",
  };
  return (
    <RevisionsScreen
      key={id}
      kind="document"
      id={id}
      revised={revised}
      revisions={revisions.data}
      error={draft.error ?? revisions.error}
      read={() => Promise.allSettled([draft.mutate(), revisions.mutate()])}
    />
  );
}
