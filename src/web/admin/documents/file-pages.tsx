import { createBundleLinkAsAdmin } from "#contract/admin/bundles.ts";
import { getManagedDocument } from "#contract/admin/documents.ts";
import { newestApprovedSnapshot } from "#domain/documents/unique-document.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { EvidenceScreen, FileScreen, ONCE } from "#web/security/file-screen.tsx";
import { documentPath } from "../ui/document-paths.ts";

function useFrame(options = {}) {
  const { uniqueDocumentId: id = "" } = useParams();
  const answer = useCall(getManagedDocument, { params: { id } }, options);
  const message = "The document may have been deleted, or the link isn't complete.";
  return {
    id,
    frame: { answer, of: `document ${id}`, message, link: { to: documentPath(id), label: "The document" } },
  };
}

/** /admin/documents/:uniqueDocumentId/pdf */
export function DocumentPdfPage() {
  const { frame } = useFrame(ONCE);
  const { data } = frame.answer;
  return (
    <FileScreen
      {...frame}
      uri={data && (newestApprovedSnapshot(data.documentSnapshots)?.uri ?? null)}
      none={{ title: "No PDF available", message: "We make the PDF once a document is accepted." }}
    />
  );
}

/** /admin/documents/:uniqueDocumentId/evidence */
export function EvidencePage() {
  const { id, frame } = useFrame();
  const { data } = frame.answer;
  const proved = data && {
    by: "acceptance" as const,
    name: `${data.name} · ${data.externalId}`,
    createBundleLink: () => call(createBundleLinkAsAdmin, { params: { id } }),
    back: documentPath(id),
  };
  return (
    <EvidenceScreen
      {...frame}
      proved={data && data.status !== "APPROVED" ? null : proved}
      none={{ title: "No evidence yet", message: "We make the evidence once a document is accepted." }}
    />
  );
}
