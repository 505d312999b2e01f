import { useState } from "react";
import { getManagedDocument, listSignatures, publishDraft } from "#contract/admin/agreements.ts";
import type {
  GeneralDocumentDraft,
  ManagedGeneralDocument,
} from "#domain/agreements/managed-general-document.ts";
import { listLetters } from "#domain/paper/unprintable.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useStoreGeneralDocument } from "./managed-document.tsx";

type PublishDialogProps = {
  document: ManagedGeneralDocument;
  draft: GeneralDocumentDraft;
  onClose: () => void;
};

/** Confirms that the draft becomes the version that people read and sign. */
export function PublishDialog({ document, draft: newest, onClose }: PublishDialogProps) {
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
      const isChanged = error instanceof ApiError && error.details.reason === "changed-meanwhile";
      if (isChanged) void cached.refetch(getManagedDocument);
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
