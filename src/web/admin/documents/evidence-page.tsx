import { takeBundleAsAdmin } from "#contract/admin/bundles.ts";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { EvidenceCard } from "#web/security/evidence-card.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { documentPath } from "../ui/document-paths.ts";

/** /admin/documents/:uniqueDocumentId/evidence */
export function EvidencePage() {
  usePageTitle("Evidence");
  const { uniqueDocumentId = "" } = useParams();
  const params = { id: uniqueDocumentId };
  const { data, error, mutate } = useCall(getAdminDocument, { params });
  const back = documentPath(uniqueDocumentId);
  const link = { to: back, label: "The document" };
  if (data && data.status !== "APPROVED") {
    const message = "We make the evidence once a document is accepted.";
    return <ErrorScreen lookedFor={data.name} title="No evidence yet" message={message} link={link} />;
  }
  if (data) {
    return (
      <PageBody>
        <EvidenceCard
          of="acceptance"
          name={`${data.name} · ${data.externalId}`}
          takeBundle={() => call(takeBundleAsAdmin, { params })}
          back={back}
        />
      </PageBody>
    );
  }
  if (!error) return <PageLoader />;
  return (
    <FailedScreen
      error={error}
      lookedFor={`Evidence of document ${uniqueDocumentId}`}
      title="The evidence could not be opened"
      message="The document may have been deleted, or the link is not complete."
      onRetry={() => void mutate()}
      link={link}
    />
  );
}
