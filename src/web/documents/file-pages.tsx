import { useEffect, useState } from "react";
import { getSignedGeneralDocument } from "#contract/agreements.ts";
import { createBundleLink, createSignatureBundleLink } from "#contract/bundles.ts";
import { getDocument } from "#contract/documents.ts";
import { getInvoice } from "#contract/invoices.ts";
import { newestApprovedSnapshot } from "#domain/documents/unique-document.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { documentByIdPath, documentListPath, PATHS } from "#web/paths.ts";
import { EvidenceScreen, FileScreen, ONCE } from "#web/security/file-screen.tsx";
import { sendOpening } from "./use-document.ts";

// One file for the pages that lead to files: each name of a file would weigh on every page.

const MESSAGE = "It may belong to another of your organizations, or it may not exist.";
const NO_PDF = {
  title: "No PDF available",
  message: "We make the PDF once a document is accepted or signed, or an invoice is issued.",
};
const NO_EVIDENCE = {
  title: "No evidence yet",
  message: "We make the evidence once a document is accepted or signed.",
};
const PDF = { message: MESSAGE, frame: "main", none: NO_PDF } as const;
const EVIDENCE = { message: MESSAGE, frame: "main", none: NO_EVIDENCE } as const;

export function DocumentPdfPage() {
  const { uniqueDocumentId = "" } = useParams();
  const answer = useCall(getDocument, { params: { id: uniqueDocumentId } }, ONCE);
  const { data } = answer;
  const uri = data && (newestApprovedSnapshot(data.documentSnapshots)?.uri ?? null);
  const [isReported, setIsReported] = useState(false);
  useEffect(() => {
    // The file replaces this page, and would cut the report off.
    if (uri) void sendOpening(uniqueDocumentId, "pdf").then(() => setIsReported(true));
  }, [uri, uniqueDocumentId]);
  return (
    <FileScreen
      {...PDF}
      answer={answer}
      uri={uri && !isReported ? undefined : uri}
      of={`document ${uniqueDocumentId}`}
      link={{ to: documentListPath(data?.documentType ?? "PROPOSAL"), label: "All documents" }}
    />
  );
}

export function EvidencePage() {
  const { uniqueDocumentId = "" } = useParams();
  const params = { id: uniqueDocumentId };
  const answer = useCall(getDocument, { params });
  const { data } = answer;
  const proved = data && {
    by: "acceptance" as const,
    name: `${data.name} · ${data.externalId}`,
    createBundleLink: () => call(createBundleLink, { params }),
    back: documentByIdPath(uniqueDocumentId),
  };
  return (
    <EvidenceScreen
      {...EVIDENCE}
      answer={answer}
      proved={data && data.status !== "APPROVED" ? null : proved}
      of={`document ${uniqueDocumentId}`}
      link={{ to: documentListPath(data?.documentType ?? "PROPOSAL"), label: "All documents" }}
    />
  );
}

const SIGNED = documentListPath("LEGAL_DOCUMENT");

export function SignedPdfPage() {
  const { signedGeneralDocumentId = "" } = useParams();
  const answer = useCall(getSignedGeneralDocument, { params: { id: signedGeneralDocumentId } }, ONCE);
  return (
    <FileScreen
      {...PDF}
      answer={answer}
      uri={answer.data?.s3uri}
      of={`signature ${signedGeneralDocumentId}`}
      link={{ to: SIGNED, label: "All documents" }}
    />
  );
}

export function SignedEvidencePage() {
  const { signedGeneralDocumentId = "" } = useParams();
  const params = { id: signedGeneralDocumentId };
  const answer = useCall(getSignedGeneralDocument, { params });
  const { data } = answer;
  return (
    <EvidenceScreen
      {...EVIDENCE}
      answer={answer}
      proved={
        data && {
          by: "signature",
          name: `${data.userFirstName} ${data.userLastName} · ${companyDateTime(data.signedAt)}`,
          createBundleLink: () => call(createSignatureBundleLink, { params }),
          back: SIGNED,
        }
      }
      of={`signature ${signedGeneralDocumentId}`}
      link={{ to: SIGNED, label: "All documents" }}
    />
  );
}

export function InvoicePdfPage() {
  const { invoiceId = "" } = useParams();
  const answer = useCall(getInvoice, { params: { id: invoiceId } }, ONCE);
  return (
    <FileScreen
      {...PDF}
      answer={answer}
      uri={answer.data?.uri}
      of={`invoice ${invoiceId}`}
      link={{ to: PATHS.invoices, label: "All invoices" }}
    />
  );
}
