import { takeBundle } from "#contract/bundles.ts";
import { getDocument } from "#contract/documents.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { documentByIdPath, documentListPath } from "#web/paths.ts";
import { EvidenceCard } from "#web/security/evidence-card.tsx";
import { ErrorScreen } from "#web/ui/error-screen.tsx";
import { FailedScreen } from "#web/ui/failed-screen.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";

/** /documents/:uniqueDocumentId/evidence */
export function EvidencePage() {
  usePageTitle("Evidence");
  const { uniqueDocumentId = "" } = useParams();
  const params = { id: uniqueDocumentId };
  const { data, error, mutate } = useCall(getDocument, { params });
  const link = { to: documentListPath(data?.documentType ?? "PROPOSAL"), label: "All documents" };
  if (data && data.status !== "APPROVED") {
    const message = "We make the evidence once a document is accepted.";
    return (
      <main>
        <ErrorScreen lookedFor={data.name} title="No evidence yet" message={message} link={link} />
      </main>
    );
  }
  if (data) {
    return (
      <main>
        <PageBody className="sm:pt-16">
          <EvidenceCard
            of="acceptance"
            name={`${data.name} · ${data.externalId}`}
            takeBundle={() => call(takeBundle, { params })}
            back={documentByIdPath(uniqueDocumentId)}
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
        lookedFor={`Evidence of document ${uniqueDocumentId}`}
        title="The evidence could not be opened"
        message="The document may belong to another of your organizations, or it may not exist."
        onRetry={() => void mutate()}
        link={link}
      />
    </main>
  );
}
