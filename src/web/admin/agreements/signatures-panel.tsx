import { useMemo, useState } from "react";
import {
  getManagedGeneralDocument,
  listSignatures,
  requestNewSignatures,
} from "#contract/admin/agreements.ts";
import {
  type ManagedGeneralDocument,
  type ManagedSignature,
  SIGNER_ADDRESS_LABELS,
} from "#domain/agreements/managed-general-document.ts";
import type { Id } from "#domain/id.ts";
import { signatureEvidencePath, signaturePdfPath } from "#web/admin/ui/agreement-paths.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { useCached } from "#web/lib/use-call.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { RowSelectionContext, selectionColumn, useRowSelection } from "#web/ui/data-table/row-selection.tsx";
import { controlsColumn, namesColumn } from "#web/ui/data-table/usual-columns.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { ConfirmDialog } from "#web/ui/form-dialog.tsx";
import { isConflict } from "#web/ui/record-form.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FloatingBar } from "../ui/floating-bar.tsx";

const MAX_REQUESTS = 2000;

type SignaturesPanelProps = { document: ManagedGeneralDocument; newest: number; mayRequest: boolean };

/** Who has signed which version. Editors ask signers of earlier versions to sign the newest. */
export function SignaturesPanel({ document, newest, mayRequest }: SignaturesPanelProps) {
  const { generalDocumentId } = document;
  const query = useMemo(() => ({ generalDocumentId }), [generalDocumentId]);
  const { selected, selection, clear } = useRowSelection(signatureId);
  const [requesting, setRequesting] = useState<"all" | "selected" | null>(null);
  const isEarlierSigned = document.versions.some((one) => one.version < newest && one.signatures > 0);
  return (
    <section aria-labelledby="signatures" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="signatures" className="font-semibold text-lg">
          Signatures
        </h2>
        {mayRequest && isEarlierSigned ? (
          <Button size="sm" onClick={() => setRequesting("all")}>
            Ask everyone to sign version {newest}
          </Button>
        ) : null}
      </div>
      <RowSelectionContext value={selection}>
        <ListTable
          what={listSignatures}
          query={query}
          label="Signatures"
          columns={mayRequest ? SELECTABLE_SIGNATURES : SIGNATURE_COLUMNS}
          getRowId={(row) => row.signedGeneralDocumentId}
          usualOrder="Newest first"
          emptyHint="Who signs this document appears here, with the version they signed."
          failureText="We were unable to fetch the signatures."
        />
      </RowSelectionContext>
      {mayRequest && selected.size > 0 ? (
        <FloatingBar label="Chosen signers" className="flex flex-wrap items-center gap-2">
          <p role="status" className="mr-auto px-1 font-medium">
            {selected.size > MAX_REQUESTS
              ? `${selected.size} chosen: at most ${MAX_REQUESTS} can be asked at once`
              : `${selected.size} chosen`}
          </p>
          <Button
            tone="primary"
            disabled={selected.size > MAX_REQUESTS}
            onClick={() => setRequesting("selected")}
          >
            Ask to sign again
          </Button>
          <Button tone="quiet" onClick={clear}>
            Clear
          </Button>
        </FloatingBar>
      ) : null}
      {requesting ? (
        <RequestDialog
          document={document}
          newest={newest}
          signatureIds={requesting === "all" ? null : [...selected.keys()]}
          onRequested={clear}
          onClose={() => setRequesting(null)}
        />
      ) : null}
    </section>
  );
}

type RequestDialogProps = {
  document: ManagedGeneralDocument;
  newest: number;
  /** Null: all who have not signed the newest text. */
  signatureIds: readonly Id[] | null;
  onRequested: () => void;
  onClose: () => void;
};

function RequestDialog({ document, newest, signatureIds, onRequested, onClose }: RequestDialogProps) {
  const cached = useCached();
  const who = signatureIds === null ? "Everyone who hasn't signed it" : countPeople(signatureIds.length);

  async function requestSignatures() {
    const of =
      signatureIds === null ? { all: true as const } : { signedGeneralDocumentIds: [...signatureIds] };
    const params = { id: document.generalDocumentId };
    try {
      const { asked } = await call(requestNewSignatures, { params, body: { version: newest, of } });
      const text = asked === 0 ? "They have all signed it or received this request before." : document.name;
      showToast({
        title: asked === 0 ? "Everyone has already been asked" : `${countPeople(asked)} asked`,
        text,
      });
    } catch (error) {
      if (isConflict(error)) void cached.refetch(getManagedGeneralDocument);
      throw error;
    }
    onRequested();
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

const SIGNATURE_COLUMNS: readonly DataTableColumn<ManagedSignature>[] = [
  {
    id: "signedBy",
    header: "Signed by",
    text: (row) => `${row.userFirstName} ${row.userLastName} ${row.userEmail}`,
    cell: (row) => (
      <>
        <span className="block">
          {row.userFirstName} {row.userLastName}
        </span>
        <span className="block text-ink-soft text-sm wrap-anywhere">{row.userEmail}</span>
      </>
    ),
    isWide: true,
    cardSlot: "title",
  },
  {
    ...namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
    isExtra: true,
  },
  { id: "version", header: "Version", text: (row) => (row.version === null ? null : String(row.version)) },
  {
    id: "address",
    header: "Email address",
    text: (row) => SIGNER_ADDRESS_LABELS[row.address],
    cell: (row) => <Address signature={row} />,
  },
  {
    id: "signedAt",
    header: "Signed",
    text: (row) => companyDateTime(row.signedAt),
    exported: (row) => row.signedAt,
    cell: (row) => (
      <span className="sm:max-xl:block sm:max-xl:w-28 sm:max-xl:whitespace-normal">
        <DateTimeText iso={row.signedAt} />
      </span>
    ),
    sortKey: (row) => row.signedAt,
    cardSlot: "date",
  },
  controlsColumn({
    id: "standing",
    header: "Newest version",
    cell: (row) => <NewestVersionState signature={row} />,
  }),
  controlsColumn({
    id: "pdf",
    header: "PDF",
    cell: (row) => (row.hasPdf ? <CopyLinks signature={row} /> : null),
    cardSlot: "action",
  }),
];

const signatureId = (row: ManagedSignature) => row.signedGeneralDocumentId;

/** With checkboxes, for those who may request signatures: one request per signer and version. */
const SELECTABLE_SIGNATURES: readonly DataTableColumn<ManagedSignature>[] = [
  selectionColumn({
    idOf: signatureId,
    nameOf: (row) => `${row.userFirstName} ${row.userLastName}`,
    isSelectable: ({ hasSignedNewest, askedAt }) => !hasSignedNewest && askedAt === null,
    cardSlot: "corner",
  }),
  ...SIGNATURE_COLUMNS,
];

function Address({ signature: { address, emailConfirmedAt } }: { signature: ManagedSignature }) {
  const label = SIGNER_ADDRESS_LABELS[address];
  if (address === "unconfirmed") return <span className="text-orange-ink">{label}</span>;
  if (emailConfirmedAt === null) return label;
  return (
    <>
      {label}{" "}
      <span className="text-ink-soft text-sm sm:max-lg:block">
        <DateText iso={emailConfirmedAt} />
      </span>
    </>
  );
}

function CopyLinks({
  signature: { signedGeneralDocumentId: id, ...signer },
}: {
  signature: ManagedSignature;
}) {
  const of = (
    <span className="sr-only">
      {" "}
      of {signer.userFirstName} {signer.userLastName}
    </span>
  );
  return (
    <span className="flex flex-col items-start max-sm:flex-row max-sm:gap-4">
      <TextLink to={signaturePdfPath(id)} target="_blank" rel="noopener">
        PDF{of}
      </TextLink>
      <TextLink to={signatureEvidencePath(id)}>Evidence{of}</TextLink>
    </span>
  );
}

function NewestVersionState({ signature: { hasSignedNewest, askedAt } }: { signature: ManagedSignature }) {
  if (hasSignedNewest) return "Signed";
  if (askedAt === null) return <span className="text-ink-soft">Not signed</span>;
  return (
    <span className="text-ink-soft">
      Requested <DateText iso={askedAt} />
    </span>
  );
}
