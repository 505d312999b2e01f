import {
  type ManagedGeneralDocument,
  SIGNATURE_TYPE_LABELS,
} from "#domain/agreements/managed-general-document.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { generalDocumentPath } from "#web/paths.ts";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { ExternalLink, TextLink } from "#web/ui/text-link.tsx";
import { GENERAL_DOCUMENTS } from "../ui/agreement-paths.ts";
import { DocumentActions } from "./document-actions.tsx";
import { DraftCard } from "./draft-card.tsx";
import { DocumentBadge, ManagedDocument } from "./managed-document.tsx";
import { SignaturesPanel } from "./signatures-panel.tsx";
import { VersionsCard } from "./versions-card.tsx";

/** /admin/general-documents/of/:generalDocumentId */
export function GeneralDocumentPage() {
  return (
    <ManagedDocument title={({ name }) => name}>
      {(document) => <OneDocument document={document} />}
    </ManagedDocument>
  );
}

function OneDocument({ document }: { document: ManagedGeneralDocument }) {
  const mayChange = useMayActAs("editor");
  const { generalDocumentId, name, version, status, isGeneralTerms } = document;
  const newest = document.versions[0] ?? document.draft;
  const path = generalDocumentPath(generalDocumentId);
  return (
    <article>
      <PageHeading
        eyebrow={<TextLink to={GENERAL_DOCUMENTS}>General documents</TextLink>}
        aside={<DocumentBadge status={status} />}
        actions={mayChange ? <DocumentActions document={document} /> : null}
      >
        {name}
      </PageHeading>
      {status === "RETIRED" ? (
        <Notice tone="info" title="Retired" className="mb-6">
          People can still read it but no longer sign it. Existing signatures stay valid.
        </Notice>
      ) : null}
      <DetailList>
        <Detail label="Address">
          {version === null ? (
            <span className="wrap-anywhere">{path}</span>
          ) : (
            <ExternalLink href={path} className="wrap-anywhere">
              {path}
            </ExternalLink>
          )}
        </Detail>
        <Detail label="Who signs">{newest ? SIGNATURE_TYPE_LABELS[newest.signatureType] : null}</Detail>
        {isGeneralTerms ? (
          <Detail label="Use">The General Terms and Conditions, which every document links to</Detail>
        ) : null}
        <Detail label="Signatures">{document.signatures.toLocaleString("en-AU")}</Detail>
      </DetailList>
      {document.draft ? <DraftCard document={document} draft={document.draft} mayChange={mayChange} /> : null}
      {version === null ? null : (
        <>
          <VersionsCard document={document} />
          <SignaturesPanel
            document={document}
            newest={version}
            mayRequest={mayChange && status === "PUBLISHED"}
          />
        </>
      )}
    </article>
  );
}
