import { getSignedGeneralDocument } from "#contract/agreements.ts";
import { takeSignatureBundle } from "#contract/bundles.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { documentListPath } from "#web/paths.ts";
import { EvidenceCard } from "#web/security/evidence-card.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";

/** /signed-documents/:signedGeneralDocumentId/evidence */
export function SignedEvidencePage() {
  usePageTitle("Evidence");
  const { signedGeneralDocumentId = "" } = useParams();
  const params = { id: signedGeneralDocumentId };
  const { data, error, mutate } = useCall(getSignedGeneralDocument, { params });
  const list = documentListPath("LEGAL_DOCUMENT");
  if (data) {
    const { userFirstName, userLastName, signedAt } = data;
    return (
      <main>
        <PageBody className="sm:pt-16">
          <EvidenceCard
            of="signature"
            name={`${userFirstName} ${userLastName} · ${companyDateTime(signedAt)}`}
            takeBundle={() => call(takeSignatureBundle, { params })}
            back={list}
          />
        </PageBody>
      </main>
    );
  }
  if (!error) return <PageLoader />;
  return (
    <main>
      <FailedScreen
        error={error}
        lookedFor={`Evidence of signature ${signedGeneralDocumentId}`}
        title="The evidence could not be opened"
        message="The signature may belong to another of your organizations, or it may not exist."
        onRetry={() => void mutate()}
        link={{ to: list, label: "All documents" }}
      />
    </main>
  );
}
