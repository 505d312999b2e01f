import { useState } from "react";
import { discardDraft, getManagedDocument, listManagedDocuments } from "#contract/admin/agreements.ts";
import type {
  GeneralDocumentDraft,
  ManagedGeneralDocument,
} from "#domain/agreements/managed-general-document.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { differencePath, draftPath, GENERAL_DOCUMENTS } from "../ui/agreement-paths.ts";
import { PublishDialog } from "./publish-dialog.tsx";

type DraftCardProps = { document: ManagedGeneralDocument; draft: GeneralDocumentDraft; mayChange: boolean };

/** The next version, which only the company sees. */
export function DraftCard({ document, draft, mayChange }: DraftCardProps) {
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

type DiscardDraftProps = {
  document: ManagedGeneralDocument;
  draft: GeneralDocumentDraft;
  onClose: () => void;
};

function DiscardDraft({ document, draft, onClose }: DiscardDraftProps) {
  const { generalDocumentId, name, version } = document;
  const [read] = useState(draft);
  const navigate = useNavigate();
  const cached = useCached();

  async function discard() {
    await call(discardDraft, { params: { id: generalDocumentId }, body: { revision: read.revision } });
    showToast({ title: "Draft discarded", text: name });
    onClose();
    if (version === null) await navigate(GENERAL_DOCUMENTS, { replace: true });
    else await cached.refetch(getManagedDocument);
    void cached.refetch(listManagedDocuments);
  }

  return (
    <ConfirmDialog
      title="Discard the draft?"
      description={
        version === null
          ? "The document was never published, so nothing of it is left."
          : `Version ${version} stays as it is.`
      }
      action="Discard"
      tone="danger"
      failureTitle="The draft was not discarded"
      onSubmit={discard}
      onClose={onClose}
    />
  );
}
