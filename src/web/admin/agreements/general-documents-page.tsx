import { listManagedDocuments } from "#contract/admin/agreements.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import type { ListedGeneralDocument } from "#domain/agreements/managed-general-document.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn } from "#web/ui/data-table/usual-columns.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { managedDocumentPath, NEW_GENERAL_DOCUMENT } from "../ui/agreement-paths.ts";
import { DocumentBadge } from "./document-badge.tsx";

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
    card: "title",
  },
  {
    id: "version",
    header: "Version",
    text: (row) => versionOf(row),
    sortKey: (row) => row.version ?? 0,
    card: "number",
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
    card: "corner",
  },
];

function versionOf({ version, hasDraft }: ListedGeneralDocument): string | null {
  if (version === null) return null;
  return hasDraft ? `Version ${version}, next in draft` : `Version ${version}`;
}

/** /admin/general-documents */
export function GeneralDocumentsPage() {
  usePageTitle("General documents");
  const { data, error, mutate } = useCall(listManagedDocuments, {});
  const { profile } = usePerson();
  return (
    <PageBody>
      <PageHeading
        intro="The agreements that anybody with the link can read and sign, with or without an account."
        actions={
          mayActAs(profile?.adminRole ?? null, "editor") ? (
            <ButtonLink tone="primary" to={NEW_GENERAL_DOCUMENT}>
              New general document
            </ButtonLink>
          ) : null
        }
      >
        General documents
      </PageHeading>
      {error && !data ? (
        <FailedRead error={error} onRetry={() => void mutate()}>
          We were unable to fetch the general documents.
        </FailedRead>
      ) : (
        <DataTable
          label="General documents"
          data={data}
          columns={COLUMNS}
          getRowId={(row) => row.generalDocumentId}
          rowHref={(row) => managedDocumentPath(row.generalDocumentId)}
          enablePagination
          usualOrder="By title"
          emptyHint="Your terms, privacy acknowledgements and other agreements will appear here."
        />
      )}
    </PageBody>
  );
}
