import { getSignature } from "#contract/admin/agreements.ts";
import { takeSignatureBundleAsAdmin } from "#contract/admin/bundles.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { EvidenceCard } from "#web/security/evidence-card.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { GENERAL_DOCUMENTS, managedDocumentPath } from "../ui/agreement-paths.ts";
import { FailedRecord } from "../ui/failed-record.tsx";

/** /admin/general-documents/signatures/:signedGeneralDocumentId/evidence */
export function SignatureEvidencePage() {
  usePageTitle("Evidence");
  const { signedGeneralDocumentId = "" } = useParams();
  const params = { id: signedGeneralDocumentId };
  const { data, error, mutate } = useCall(getSignature, { params });
  if (data) {
    const { userFirstName, userLastName, signedAt } = data;
    return (
      <PageBody>
        <EvidenceCard
          of="signature"
          name={`${userFirstName} ${userLastName} · ${companyDateTime(signedAt)}`}
          takeBundle={() => call(takeSignatureBundleAsAdmin, { params })}
          back={managedDocumentPath(data.documentId)}
        />
      </PageBody>
    );
  }
  if (!error) return <PageLoader />;
  return (
    <FailedRecord
      error={error}
      lookedFor={`Evidence of signature ${signedGeneralDocumentId}`}
      title="The evidence could not be opened"
      message="The signature may have been deleted, or the link is not complete."
      onRetry={() => void mutate()}
      link={{ to: GENERAL_DOCUMENTS, label: "All general documents" }}
    />
  );
}
