import { useState } from "react";
import {
  discardDraft,
  getManagedGeneralDocument,
  listManagedGeneralDocuments,
  listSignatures,
  publishDraft,
  retireGeneralDocument,
} from "#contract/admin/agreements.ts";
import {
  type GeneralDocumentDraft,
  type ManagedGeneralDocument,
  SIGNATURE_TYPE_LABELS,
} from "#domain/agreements/managed-general-document.ts";
import { listLetters } from "#domain/paper/unprintable.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { generalDocumentPath } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { isConflict } from "#web/ui/record-form.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { ExternalLink, TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { differencePath, draftPath, GENERAL_DOCUMENTS } from "../ui/agreement-paths.ts";
import { DocumentBadge, ManagedGeneralDocumentScreen, useStoreGeneralDocument } from "./managed-document.tsx";
import { SignaturesPanel } from "./signatures-panel.tsx";

export function GeneralDocumentPage() {
  return (
    <ManagedGeneralDocumentScreen title={({ name }) => name}>
      {(document) => <OneDocument document={document} />}
    </ManagedGeneralDocumentScreen>
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

/** An editor's actions. General terms are replaced, never retired. */
export function DocumentActions({ document }: { document: ManagedGeneralDocument }) {
  const { generalDocumentId, name, status, isGeneralTerms, draft } = document;
  const storeDocument = useStoreGeneralDocument();
  const [isBusy, setIsBusy] = useState(false);
  const isRetired = status === "RETIRED";

  async function retire() {
    setIsBusy(true);
    try {
      const params = { id: generalDocumentId };
      await storeDocument(await call(retireGeneralDocument, { params, body: { isRetired: !isRetired } }));
      showToast({ title: isRetired ? "Document restored" : "Document retired", text: name });
    } catch (error) {
      showToast({ tone: "error", title: "Nothing was changed", text: explainFailure(error) });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      {status === "DRAFT" || isGeneralTerms ? null : (
        <Button onClick={() => void retire()} isBusy={isBusy}>
          {isRetired ? "Restore" : "Retire"}
        </Button>
      )}
      {draft ? null : <ButtonLink to={draftPath(generalDocumentId)}>Write the next version</ButtonLink>}
    </>
  );
}

/** All versions, newest first, each with its text and what it changed. */
function VersionsCard({ document }: { document: ManagedGeneralDocument }) {
  const { generalDocumentId } = document;
  return (
    <section aria-labelledby="versions" className="mt-10">
      <h2 id="versions" className="mb-2 font-semibold text-lg">
        Versions
      </h2>
      <ol className="divide-y divide-line border-line border-y">
        {document.versions.map(({ version, name, publishedAt, publishedBy, signatures }) => (
          <li key={version} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                Version {version}
                {name === document.name ? null : (
                  <span className="font-normal text-ink-soft">
                    : <bdi>{name}</bdi>
                  </span>
                )}
              </p>
              <p className="text-ink-soft text-sm">
                {publishedBy === null ? "Imported" : <bdi translate="no">{publishedBy}</bdi>},{" "}
                <DateTimeText iso={publishedAt} />
              </p>
            </div>
            <p className="text-ink-soft text-sm sm:w-32">
              {signatures === 1 ? "1 signature" : `${signatures.toLocaleString("en-AU")} signatures`}
            </p>
            <p className="flex gap-4 sm:w-52 sm:justify-end">
              {version > 1 ? (
                <TextLink to={differencePath(generalDocumentId, version - 1, version)}>
                  Changes<span className="sr-only"> of version {version}</span>
                </TextLink>
              ) : null}
              <TextLink to={differencePath(generalDocumentId, version, version)}>
                Read<span className="sr-only"> version {version}</span>
              </TextLink>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

type DraftCardProps = { document: ManagedGeneralDocument; draft: GeneralDocumentDraft; mayChange: boolean };

/** The next version, which only the company sees. */
function DraftCard({ document, draft, mayChange }: DraftCardProps) {
  const { generalDocumentId, version } = document;
  const [open, setOpen] = useState<"publish" | "discard" | null>(null);
  const close = () => setOpen(null);
  return (
    <Card aria-labelledby="draft" className="mt-8">
      <CardHeading
        id="draft"
        action={
          mayChange ? (
            <div className="flex flex-wrap justify-end gap-2">
              <Button size="sm" tone="quiet" onClick={() => setOpen("discard")}>
                Discard
              </Button>
              <ButtonLink size="sm" to={draftPath(generalDocumentId)}>
                Edit
              </ButtonLink>
              <Button size="sm" tone="primary" onClick={() => setOpen("publish")}>
                Publish
              </Button>
            </div>
          ) : null
        }
      >
        Draft
      </CardHeading>
      <div className="p-5">
        <p className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-soft text-sm">
          <span>
            Saved by <bdi translate="no">{draft.savedBy}</bdi>, <DateTimeText iso={draft.savedAt} />
          </span>
          {version === null ? null : (
            <ButtonLink size="sm" to={differencePath(generalDocumentId, version, "draft")}>
              Compare with version {version}
            </ButtonLink>
          )}
        </p>
        {version === null || draft.name === document.name ? null : (
          <p className="mb-3">
            New title: <bdi className="font-semibold">{draft.name}</bdi>
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, also by keyboard */}
        <section aria-label="Text of the draft" tabIndex={0} className="max-h-96 overflow-y-auto">
          <RichText html={draft.richText} />
        </section>
      </div>
      {open === "publish" ? <PublishDialog document={document} draft={draft} onClose={close} /> : null}
      {open === "discard" ? <DiscardDraft document={document} draft={draft} onClose={close} /> : null}
    </Card>
  );
}

function DiscardDraft({ document, draft, onClose }: DraftDialogProps) {
  const { generalDocumentId, name, version } = document;
  const [read] = useState(draft);
  const navigate = useNavigate();
  const cached = useCached();

  async function discard() {
    await call(discardDraft, { params: { id: generalDocumentId }, body: { revision: read.revision } });
    showToast({ title: "Draft discarded", text: name });
    onClose();
    if (version === null) await navigate(GENERAL_DOCUMENTS, { replace: true });
    else await cached.refetch(getManagedGeneralDocument);
    void cached.refetch(listManagedGeneralDocuments);
  }

  return (
    <ConfirmDialog
      title="Discard the draft?"
      description={
        version === null
          ? "The document was never published, so nothing of it will remain."
          : `Version ${version} stays as it is.`
      }
      action="Discard"
      tone="danger"
      failureTitle="The draft wasn't discarded"
      onSubmit={discard}
      onClose={onClose}
    />
  );
}

type DraftDialogProps = {
  document: ManagedGeneralDocument;
  draft: GeneralDocumentDraft;
  onClose: () => void;
};

/** Confirms that the draft becomes the version that people read and sign. */
function PublishDialog({ document, draft: newest, onClose }: DraftDialogProps) {
  // A colleague's newer draft may arrive while the dialog is open. It is not what the editor read.
  const [draft] = useState(newest);
  const cached = useCached();
  const storeDocument = useStoreGeneralDocument();
  const next = (document.version ?? 0) + 1;

  async function publish() {
    const params = { id: document.generalDocumentId };
    try {
      const published = await call(publishDraft, { params, body: { revision: draft.revision } });
      await storeDocument(published);
    } catch (error) {
      if (isConflict(error)) void cached.refetch(getManagedGeneralDocument);
      throw error;
    }
    void cached.refetch(listSignatures);
    showToast({ title: `Version ${next} published`, text: draft.name });
    onClose();
  }

  const effects = [
    document.version === null
      ? "Anyone with the link can now read and sign it."
      : `From now on people read and sign version ${next}. Earlier signatures keep their version.`,
    ...(draft.isGeneralTerms && !document.isGeneralTerms
      ? ["It replaces the General Terms and Conditions, which every document links to."]
      : []),
    ...(document.draftLettersWithoutFont.length === 0
      ? []
      : [`Signed copies will show empty boxes for ${listLetters(document.draftLettersWithoutFont)}.`]),
    "A published version is never changed.",
  ];
  return (
    <ConfirmDialog
      title={`Publish version ${next}?`}
      description={effects.join(" ")}
      action="Publish"
      failureTitle="Nothing was published"
      onSubmit={publish}
      onClose={onClose}
    />
  );
}
