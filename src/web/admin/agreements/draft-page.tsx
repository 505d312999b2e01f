import { useState } from "react";
import {
  getDocumentVersion,
  getManagedGeneralDocument,
  listManagedGeneralDocuments,
  saveDraft,
} from "#contract/admin/agreements.ts";
import { ManagedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { isConflict } from "#web/ui/record-form.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { managedGeneralDocumentPath } from "../ui/agreement-paths.ts";
import { ForEditors } from "../ui/record-screen.tsx";
import { DetailsForm, type Entered } from "./details-form.tsx";
import { DocumentCrumbs, ManagedGeneralDocumentScreen } from "./managed-document.tsx";

/** /admin/general-documents/of/:generalDocumentId/draft: the next version, from the draft or the newest version. */
export function DraftPage() {
  return (
    <ManagedGeneralDocumentScreen title={({ name }) => `Draft of ${name}`}>
      {(document) => <Draft document={document} />}
    </ManagedGeneralDocumentScreen>
  );
}

function Draft({ document }: { document: ManagedGeneralDocument }) {
  return (
    <article>
      <PageHeading
        eyebrow={<DocumentCrumbs document={document} />}
        intro={
          document.version === null
            ? "It stays a draft until you publish it."
            : `Version ${document.version} stays as it is. Publishing this draft makes version ${document.version + 1}.`
        }
      >
        {document.version === null ? "Draft" : "Next version"}
      </PageHeading>
      <ForEditors message="Editors and owners write drafts. You may read the published versions.">
        <First document={document} />
      </ForEditors>
    </article>
  );
}

/** The form begins with the draft, or else with the newest version. */
function First({ document }: { document: ManagedGeneralDocument }) {
  const [first] = useState(document);
  const { generalDocumentId: id, draft } = first;
  const version = String(first.version ?? 1);
  const newest = useCall(getDocumentVersion, draft ? null : { params: { id, version } });
  const source = draft ?? newest.data;
  if (!source) {
    return (
      fetchFailure(newest, "We were unable to fetch the newest version.") ?? (
        <Loading label="Loading the text">
          <Skeleton className="h-96 w-full rounded-lg" />
        </Loading>
      )
    );
  }
  const { name, richText, signatureType } = source;
  const isGeneralTerms = draft?.isGeneralTerms ?? false;
  return (
    <Writing
      document={first}
      first={{ generalDocumentId: id, name, richText, signatureType, isGeneralTerms }}
      isSaved={draft !== null}
    />
  );
}

type WritingProps = { document: ManagedGeneralDocument; first: Entered; isSaved: boolean };

function Writing({ document, first, isSaved }: WritingProps) {
  const navigate = useNavigate();
  const cached = useCached();
  const { generalDocumentId } = document;
  const params = { id: generalDocumentId };
  const [seen, setSeen] = useState({
    revision: document.draft?.revision ?? null,
    onVersion: document.version,
  });

  async function save({ generalDocumentId: _, ...details }: Entered) {
    const saved = await call(saveDraft, { params, body: { ...details, ...seen } });
    showToast({ title: "Draft saved", text: saved.name });
    void cached.refetch(listManagedGeneralDocuments);
    await cached.replace(getManagedGeneralDocument, { params }, saved);
    await navigate(managedGeneralDocumentPath(generalDocumentId));
  }

  /** Reports another editor's draft; the next save replaces it. */
  function explain(error: unknown): string | null {
    if (!isConflict(error)) return null;
    const draft = ManagedGeneralDocument.shape.draft.safeParse(error.details.draft).data ?? null;
    const onVersion = ManagedGeneralDocument.shape.version.safeParse(error.details.version).data ?? null;
    setSeen({ revision: draft?.revision ?? null, onVersion });
    return draft
      ? `${draft.savedBy} has saved this draft since you opened it. Save again to replace their text with yours, or open it in another window to read it first.`
      : "The draft of this document was published or discarded since you opened it. Save again to start the next draft from your text.";
  }

  return (
    <DetailsForm
      first={first}
      isNew={false}
      isTerms={document.isGeneralTerms}
      back={managedGeneralDocumentPath(generalDocumentId)}
      onSave={save}
      explain={explain}
    >
      {isSaved ? null : <Notice tone="info">This begins with the text of version {document.version}.</Notice>}
    </DetailsForm>
  );
}
