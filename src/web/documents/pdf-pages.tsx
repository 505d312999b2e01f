import { useEffect } from "react";
import { useParams } from "react-router";
import { getSignedGeneralDocument } from "#contract/agreements.ts";
import { getDocument } from "#contract/documents.ts";
import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { documentListPath } from "#web/paths.ts";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";

// A link to a file works for 60 seconds and a new tab sends no token. These addresses can be opened, copied and
// visited later: they lead through sign-in, fetch a new link and give way to the file.

/** One answer is enough: a page that has given way to its file asks for nothing more. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

/** /documents/:uniqueDocumentId/pdf */
export function DocumentPdfPage() {
  const { uniqueDocumentId = "" } = useParams();
  const { data, error, mutate } = useCall(getDocument, { params: { id: uniqueDocumentId } }, ONCE);
  const uri = data && (newestApprovedSnapshot(data.documentSnapshots)?.uri ?? null);
  const list = documentListPath(data?.documentType ?? "PROPOSAL");
  const lookedFor = `PDF of document ${uniqueDocumentId}`;
  return <PdfScreen {...{ lookedFor, uri, error, list }} onRetry={() => void mutate()} />;
}

/** /signed-documents/:signedGeneralDocumentId/pdf */
export function SignedPdfPage() {
  const { signedGeneralDocumentId = "" } = useParams();
  const params = { id: signedGeneralDocumentId };
  const { data, error, mutate } = useCall(getSignedGeneralDocument, { params }, ONCE);
  const list = documentListPath("LEGAL_DOCUMENT");
  const lookedFor = `PDF of signature ${signedGeneralDocumentId}`;
  return <PdfScreen {...{ lookedFor, uri: data?.s3uri, error, list }} onRetry={() => void mutate()} />;
}

type PdfScreenProps = {
  lookedFor: string;
  /** Undefined while loading; null without a PDF. */
  uri: string | null | undefined;
  error: Error | undefined;
  onRetry: () => void;
  /** The list that has the document. */
  list: string;
};

function PdfScreen({ lookedFor, uri, error, onRetry, list }: PdfScreenProps) {
  usePageTitle("PDF");
  useEffect(() => {
    if (uri) window.location.replace(uri);
  }, [uri]);
  const link = { to: list, label: "All documents" };
  if (uri === null) {
    return (
      <main>
        <ErrorScreen
          lookedFor={lookedFor}
          title="No PDF available"
          message="A document has its PDF as soon as it is accepted or signed and the PDF is made."
          link={link}
        />
      </main>
    );
  }
  if (uri !== undefined || !error) return <PageLoader />;
  return (
    <main>
      <FailedScreen
        error={error}
        lookedFor={lookedFor}
        title="The PDF could not be opened"
        message="It may belong to another of your organizations, or it may not exist."
        onRetry={onRetry}
        link={link}
      />
    </main>
  );
}
