import { useState } from "react";
import {
  getManagedGeneralDocument,
  listManagedGeneralDocuments,
  retireGeneralDocument,
} from "#contract/admin/agreements.ts";
import type { ListedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { call } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn } from "#web/ui/data-table/usual-columns.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { managedGeneralDocumentPath, NEW_GENERAL_DOCUMENT } from "../ui/agreement-paths.ts";
import type { BulkAction } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { TermsDialog } from "../ui/library-dialogs.tsx";
import { DocumentBadge } from "./managed-document.tsx";

const COLUMNS: readonly DataTableColumn<ListedGeneralDocument>[] = [
  {
    id: "name",
    header: "Title",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.isGeneralTerms ? <span className="block text-ink-soft text-sm">General Terms</span> : null}
      </>
    ),
    isWide: true,
    cardSlot: "title",
  },
  {
    id: "version",
    header: "Version",
    text: (row) => versionOf(row),
    sortKey: (row) => row.version ?? 0,
    cardSlot: "number",
  },
  {
    id: "signatures",
    header: "Signatures",
    text: (row) => row.signatures.toLocaleString("en-AU"),
    sortKey: (row) => row.signatures,
  },
  dateColumn({ id: "updatedAt", header: "Updated" }, (row) => row.updatedAt),
  {
    id: "status",
    header: "Status",
    text: (row) => row.status,
    cell: (row) => <DocumentBadge status={row.status} />,
    choices: {
      of: (row) => row.status,
      labels: { DRAFT: "Draft", PUBLISHED: "Published", RETIRED: "Retired" },
    },
    cardSlot: "corner",
  },
];

function versionOf({ version, hasDraft }: ListedGeneralDocument): string | null {
  if (version === null) return null;
  return hasDraft ? `Version ${version}, next in draft` : `Version ${version}`;
}

const idOf = (row: ListedGeneralDocument) => row.generalDocumentId;
const nameOf = (row: ListedGeneralDocument) => row.name;
const STALE = [listManagedGeneralDocuments, getManagedGeneralDocument];

const ACTIONS: readonly BulkAction<ListedGeneralDocument>[] = [
  {
    label: "Retire",
    who: "editor",
    isFor: (row) => row.status !== "RETIRED",
    run: (row) => call(retireGeneralDocument, { params: { id: idOf(row) }, body: { isRetired: true } }),
    done: "is retired",
  },
  {
    label: "Restore",
    who: "editor",
    isFor: (row) => row.status === "RETIRED",
    run: (row) => call(retireGeneralDocument, { params: { id: idOf(row) }, body: { isRetired: false } }),
    done: "is in use again",
  },
];

export function GeneralDocumentsPage() {
  const { data, error, mutate } = useCall(listManagedGeneralDocuments, {});
  const mayChange = useMayActAs("editor");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Screen
      title="General documents"
      intro="The agreements that anyone with the link can read and sign, with or without an account."
      actions={
        mayChange ? (
          <>
            {data?.every(({ isGeneralTerms }) => !isGeneralTerms) ? (
              <Button onClick={() => setIsAdding(true)}>Add general terms from the library</Button>
            ) : null}
            <ButtonLink tone="primary" to={NEW_GENERAL_DOCUMENT}>
              New general document
            </ButtonLink>
          </>
        ) : null
      }
    >
      {fetchFailure({ data, error, mutate }, "We were unable to fetch the general documents.") ?? (
        <BulkSelection
          label="general documents"
          idOf={idOf}
          nameOf={nameOf}
          columns={COLUMNS}
          actions={ACTIONS}
          stale={STALE}
        >
          {(selectable) => (
            <DataTable
              label="General documents"
              data={data}
              columns={selectable}
              getRowId={idOf}
              rowHref={(row) => managedGeneralDocumentPath(row.generalDocumentId)}
              enablePagination
              usualOrder="By title"
              emptyHint="Your terms, privacy acknowledgements and other agreements will appear here."
              emptyAction={
                mayChange ? (
                  <ButtonLink tone="primary" to={NEW_GENERAL_DOCUMENT}>
                    Add the first general document
                  </ButtonLink>
                ) : null
              }
            />
          )}
        </BulkSelection>
      )}
      {isAdding ? <TermsDialog onClose={() => setIsAdding(false)} /> : null}
    </Screen>
  );
}
