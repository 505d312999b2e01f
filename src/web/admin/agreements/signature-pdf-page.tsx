import { useEffect } from "react";
import { getSignature } from "#contract/admin/agreements.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { GENERAL_DOCUMENTS, managedDocumentPath } from "../ui/agreement-paths.ts";
import { FailedRecord } from "../ui/failed-record.tsx";

/**
 * /admin/general-documents/signatures/:signedGeneralDocumentId/pdf, an address that stays and gives way to a link that
 * works for a minute.
 */
export function SignaturePdfPage() {
  const { signedGeneralDocumentId = "" } = useParams();
  const { data, error, mutate } = useCall(
    getSignature,
    { params: { id: signedGeneralDocumentId } },
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  usePageTitle("PDF");
  const uri = data?.s3uri;
  useEffect(() => {
    if (uri) window.location.replace(uri);
  }, [uri]);
  if (error && !data) {
    return (
      <FailedRecord
        error={error}
        lookedFor={`PDF of signature ${signedGeneralDocumentId}`}
        title="The PDF could not be opened"
        message="The signature may have been deleted, or the link is not complete."
        onRetry={() => void mutate()}
        link={{ to: GENERAL_DOCUMENTS, label: "All general documents" }}
      />
    );
  }
  if (!data || uri !== null) return <PageLoader />;
  return (
    <PageBody>
      <Notice tone="info" title="There is no PDF yet">
        The PDF is made shortly after somebody signs. Imported signatures have none.{" "}
        <TextLink to={managedDocumentPath(data.documentId)}>Back to the document</TextLink>
      </Notice>
    </PageBody>
  );
}
