import { useMemo, useState } from "react";
import { getManagedDocument, listSignatures, requestNewSignatures } from "#contract/admin/agreements.ts";
import type {
  ManagedGeneralDocument,
  ManagedSignature,
} from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FloatingBar } from "../ui/floating-bar.tsx";
import { ChosenSignersContext } from "./chosen-signers.tsx";
import { CHOOSABLE_SIGNATURES, SIGNATURE_COLUMNS } from "./signature-columns.tsx";

/** One request names as many signatures at most. */
const MAX = 2000;

type SignaturesPanelProps = { document: ManagedGeneralDocument; newest: number; mayRequest: boolean };

/** Who has signed which version. Editors ask signers of earlier versions to sign the newest. */
export function SignaturesPanel({ document, newest, mayRequest }: SignaturesPanelProps) {
  const { generalDocumentId } = document;
  const query = useMemo(() => ({ generalDocumentId }), [generalDocumentId]);
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const [asking, setAsking] = useState<"all" | "chosen" | null>(null);
  const choosing = useMemo(
    () => ({
      chosen,
      choose: (rows: readonly ManagedSignature[], isChosen: boolean) =>
        setChosen((now) => {
          const next = new Set(now);
          for (const { signedGeneralDocumentId } of rows) {
            if (isChosen) next.add(signedGeneralDocumentId);
            else next.delete(signedGeneralDocumentId);
          }
          return next;
        }),
    }),
    [chosen],
  );
  const isEarlierSigned = document.versions.some((one) => one.version < newest && one.signatures > 0);
  return (
    <section aria-labelledby="signatures" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="signatures" className="font-semibold text-lg">
          Signatures
        </h2>
        {mayRequest && isEarlierSigned ? (
          <Button size="sm" onClick={() => setAsking("all")}>
            Ask all to sign version {newest}
          </Button>
        ) : null}
      </div>
      <ChosenSignersContext value={choosing}>
        <ListTable
          what={listSignatures}
          query={query}
          label="Signatures"
          columns={mayRequest ? CHOOSABLE_SIGNATURES : SIGNATURE_COLUMNS}
          getRowId={(row) => row.signedGeneralDocumentId}
          usualOrder="Newest first"
          emptyHint="Who signs this document appears here, with the version they signed."
          failureText="We were unable to fetch the signatures."
        />
      </ChosenSignersContext>
      {mayRequest && chosen.size > 0 ? (
        <FloatingBar label="Chosen signers" className="flex flex-wrap items-center gap-2">
          <p role="status" className="mr-auto px-1 font-medium">
            {chosen.size > MAX
              ? `${chosen.size} chosen: at most ${MAX} are asked together`
              : `${chosen.size} chosen`}
          </p>
          <Button tone="primary" disabled={chosen.size > MAX} onClick={() => setAsking("chosen")}>
            Ask to sign again
          </Button>
          <Button tone="quiet" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        </FloatingBar>
      ) : null}
      {asking ? (
        <StepUpDialog
          document={document}
          newest={newest}
          chosen={asking === "all" ? null : [...chosen]}
          onAsked={() => setChosen(new Set())}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </section>
  );
}

type StepUpDialogProps = {
  document: ManagedGeneralDocument;
  newest: number;
  /** Null: all who have not signed the newest text. */
  chosen: readonly Id[] | null;
  onAsked: () => void;
  onClose: () => void;
};

function StepUpDialog({ document, newest, chosen, onAsked, onClose }: StepUpDialogProps) {
  const cached = useCached();
  const who = chosen === null ? "Everyone who has not signed it" : countPeople(chosen.length);

  async function requestSignatures() {
    const of = chosen === null ? { all: true as const } : { signedGeneralDocumentIds: [...chosen] };
    const params = { id: document.generalDocumentId };
    try {
      const { asked } = await call(requestNewSignatures, { params, body: { version: newest, of } });
      const text = asked === 0 ? "They have all signed it or received this request before." : document.name;
      showToast({
        title: asked === 0 ? "Everyone has already been asked" : `${countPeople(asked)} asked`,
        text,
      });
    } catch (error) {
      const isChanged = error instanceof ApiError && error.details.reason === "changed-meanwhile";
      if (isChanged) void cached.refetch(getManagedDocument);
      throw error;
    }
    onAsked();
    void cached.refetch(listSignatures);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Ask to sign version ${newest}?`}
      description={`${who} gets an email with a link to the new text. Each person is asked once per version.`}
      action="Send"
      failureTitle="No requests were sent"
      onSubmit={requestSignatures}
      onClose={onClose}
    />
  );
}

function countPeople(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-AU")} people`;
}
