import { getSignature } from "#contract/admin/agreements.ts";
import { createSignatureBundleLinkAsAdmin } from "#contract/admin/bundles.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { EvidenceScreen, FileScreen, ONCE } from "#web/security/file-screen.tsx";
import { GENERAL_DOCUMENTS, managedGeneralDocumentPath } from "../ui/agreement-paths.ts";

const NONE = {
  title: "There is no PDF yet",
  message: "The PDF is made shortly after the signature. Imported signatures have none.",
};

function useFrame(options = {}) {
  const { signedGeneralDocumentId: id = "" } = useParams();
  const answer = useCall(getSignature, { params: { id } }, options);
  const message = "The signature may have been deleted, or the link isn't complete.";
  const link = answer.data
    ? { to: managedGeneralDocumentPath(answer.data.documentId), label: "Back to the document" }
    : { to: GENERAL_DOCUMENTS, label: "All general documents" };
  return { id, frame: { answer, of: `signature ${id}`, message, none: NONE, link } };
}

/** /admin/general-documents/signatures/:signedGeneralDocumentId/pdf */
export function SignaturePdfPage() {
  const { frame } = useFrame(ONCE);
  return <FileScreen {...frame} uri={frame.answer.data?.s3uri} />;
}

/** /admin/general-documents/signatures/:signedGeneralDocumentId/evidence */
export function SignatureEvidencePage() {
  const { id, frame } = useFrame();
  const { data } = frame.answer;
  return (
    <EvidenceScreen
      {...frame}
      proved={
        data && {
          by: "signature",
          name: `${data.userFirstName} ${data.userLastName} · ${companyDateTime(data.signedAt)}`,
          createBundleLink: () => call(createSignatureBundleLinkAsAdmin, { params: { id } }),
          back: managedGeneralDocumentPath(data.documentId),
        }
      }
    />
  );
}
