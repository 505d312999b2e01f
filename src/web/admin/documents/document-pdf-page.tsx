import { useEffect } from "react";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { newestApprovedSnapshot } from "#domain/documents/unique-document.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { documentPath } from "../ui/document-paths.ts";
import { FailedRecord } from "../ui/failed-record.tsx";

const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

/** /admin/documents/:uniqueDocumentId/pdf, which fetches a new link to the PDF and gives way to the file. */
export function DocumentPdfPage() {
  usePageTitle("PDF");
  const { uniqueDocumentId = "" } = useParams();
  const { data, error, mutate } = useCall(getAdminDocument, { params: { id: uniqueDocumentId } }, ONCE);
  const uri = data && (newestApprovedSnapshot(data.documentSnapshots)?.uri ?? null);
  useEffect(() => {
    if (uri) window.location.replace(uri);
  }, [uri]);
  const link = { to: documentPath(uniqueDocumentId), label: "The document" };
  if (uri === null) {
    return (
      <ErrorScreen
        title="No PDF available"
        message="We make the PDF once a document is accepted."
        link={link}
      />
    );
  }
  if (uri !== undefined || !error) return <PageLoader />;
  return (
    <FailedRecord
      error={error}
      lookedFor={`PDF of document ${uniqueDocumentId}`}
      title="The PDF could not be opened"
      message="The document may have been deleted, or the link is not complete."
      onRetry={() => void mutate()}
      link={link}
    />
  );
}
