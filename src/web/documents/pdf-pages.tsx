import { useEffect, useState } from "react";
import { getSignedGeneralDocument } from "#contract/agreements.ts";
import { getDocument } from "#contract/documents.ts";
import { getInvoice } from "#contract/invoices.ts";
import { newestApprovedSnapshot } from "#domain/documents/unique-document.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { documentListPath, PATHS } from "#web/paths.ts";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { tellOpening } from "./tell-opening.ts";

// One file for the pages that lead to files: each name of a file would weigh on every page.
export { EvidencePage } from "./evidence-page.tsx";
export { SignedEvidencePage } from "./signed-evidence-page.tsx";

// A link to a file works for 60 seconds and a new tab sends no token. These addresses can be opened, copied and
// visited later: they lead through sign-in, fetch a new link and give way to the file.

/** One answer is enough: a page that has given way to its file asks for nothing more. */
const ONCE = { revalidateOnFocus: false, revalidateOnReconnect: false };

/** /documents/:uniqueDocumentId/pdf */
export function DocumentPdfPage() {
  const { uniqueDocumentId = "" } = useParams();
  const { data, error, mutate } = useCall(getDocument, { params: { id: uniqueDocumentId } }, ONCE);
  const uri = data && (newestApprovedSnapshot(data.documentSnapshots)?.uri ?? null);
  const [isTold, setIsTold] = useState(false);
  useEffect(() => {
    // The file replaces this page, and would cut the report off.
    if (uri) void tellOpening(uniqueDocumentId, "pdf").then(() => setIsTold(true));
  }, [uri, uniqueDocumentId]);
  const list = documentListPath(data?.documentType ?? "PROPOSAL");
  const lookedFor = `PDF of document ${uniqueDocumentId}`;
  return (
    <PdfScreen
      lookedFor={lookedFor}
      uri={uri && !isTold ? undefined : uri}
      error={error}
      list={list}
      onRetry={() => void mutate()}
    />
  );
}

/** /signed-documents/:signedGeneralDocumentId/pdf */
export function SignedPdfPage() {
  const { signedGeneralDocumentId = "" } = useParams();
  const params = { id: signedGeneralDocumentId };
  const { data, error, mutate } = useCall(getSignedGeneralDocument, { params }, ONCE);
  const list = documentListPath("LEGAL_DOCUMENT");
  const lookedFor = `PDF of signature ${signedGeneralDocumentId}`;
  return (
    <PdfScreen
      lookedFor={lookedFor}
      uri={data?.s3uri}
      error={error}
      list={list}
      onRetry={() => void mutate()}
    />
  );
}

/** /invoices/:invoiceId/pdf */
export function InvoicePdfPage() {
  const { invoiceId = "" } = useParams();
  const { data, error, mutate } = useCall(getInvoice, { params: { id: invoiceId } }, ONCE);
  const lookedFor = `PDF of invoice ${invoiceId}`;
  return (
    <PdfScreen
      lookedFor={lookedFor}
      uri={data?.uri}
      error={error}
      list={PATHS.invoices}
      onRetry={() => void mutate()}
    />
  );
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
  const link = { to: list, label: list === PATHS.invoices ? "All invoices" : "All documents" };
  if (uri === null) {
    return (
      <main>
        <ErrorScreen
          lookedFor={lookedFor}
          title="No PDF available"
          message="We make the PDF once a document is accepted or signed, or an invoice is issued."
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
