import { listManagedDocuments } from "#contract/admin/documents.ts";
import { getOrganization } from "#contract/admin/organizations.ts";
import type { DocumentCard } from "#domain/documents/managed-document.ts";
import {
  documentTypeLabel,
  LISTED_STATUS_LABELS,
  listedStatusOf,
} from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { UNOPENED_DAYS, WAITING, type Waiting } from "#domain/openings/opening.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, namesColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { ARCHIVED_DOCUMENTS, DOCUMENTS, documentPath, NEW_DOCUMENT } from "../ui/document-paths.ts";
import { organizationPath } from "../ui/paths.ts";
import { NotShownMark } from "../ui/record-screen.tsx";
import { DOCUMENT_BULK, UNARCHIVE } from "./bulk-documents.tsx";

const WAITING_TITLES: Record<Waiting, string> = {
  opened: "Opened, not decided",
  unopened: "Sent, not opened yet",
};

const WAITING_HINTS: Record<Waiting, string> = {
  opened: "Documents that were opened and await a decision appear here.",
  unopened: `Documents that are still unopened ${UNOPENED_DAYS} days after sending appear here.`,
};

type Part = {
  title: string;
  hint: string;
  query: { archived?: "only"; notInvoiced?: "only"; waiting?: Waiting };
};

/** The part of the documents that the address names; null: all that are not archived. */
function partIn(parameters: URLSearchParams): Part | null {
  if (parameters.get("archived") === "only")
    return {
      title: "Archived documents",
      hint: "Documents that you archive leave the list and appear here.",
      query: { archived: "only" },
    };
  if (parameters.get("notInvoiced") === "only")
    return {
      title: "Accepted, not invoiced",
      hint: "Accepted documents appear here until they are fully invoiced.",
      query: { notInvoiced: "only" },
    };
  const waiting = WAITING.find((one) => one === parameters.get("waiting"));
  return waiting
    ? { title: WAITING_TITLES[waiting], hint: WAITING_HINTS[waiting], query: { waiting } }
    : null;
}

/** /admin/documents, of all organizations or of the one that `organization` in the address names. */
export function DocumentsPage() {
  const isEditor = useMayActAs("editor");
  const [parameters] = useSearchParams();
  const organizationId = parameters.get("organization");
  const part = partIn(parameters);
  const title = part?.title ?? "Documents";
  const isFiltered = part !== null;
  const mayAdd = isEditor && !isFiltered;
  return (
    <Screen
      title={title}
      eyebrow={
        isFiltered || organizationId !== null ? (
          <>
            <TextLink to={DOCUMENTS}>{organizationId === null ? "Documents" : "All documents"}</TextLink>
            {organizationId === null ? null : <OrganizationLink organizationId={organizationId} />}
          </>
        ) : null
      }
      actions={
        <>
          {isFiltered ? null : <ButtonLink to={ARCHIVED_DOCUMENTS}>Archive</ButtonLink>}
          {mayAdd ? (
            <ButtonLink tone="primary" to={NEW_DOCUMENT}>
              New document
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <BulkSelection
        key={title}
        {...DOCUMENT_BULK}
        columns={DOCUMENT_COLUMNS}
        actions={part?.query.archived ? UNARCHIVE : DOCUMENT_BULK.actions}
      >
        {(columns) => (
          <ListTable
            what={listManagedDocuments}
            query={{
              ...(organizationId !== null && { organizationId }),
              ...part?.query,
            }}
            label={title}
            columns={columns}
            getRowId={DOCUMENT_BULK.idOf}
            rowHref={(row) => documentPath(row.uniqueDocumentId)}
            usualOrder="Latest change first"
            emptyHint={
              part?.hint ?? "The proposals, scopes of work and agreements of every organization appear here."
            }
            emptyAction={
              mayAdd ? (
                <ButtonLink tone="primary" to={NEW_DOCUMENT}>
                  Add the first document
                </ButtonLink>
              ) : null
            }
            failureText="We were unable to fetch the documents."
          />
        )}
      </BulkSelection>
    </Screen>
  );
}

/** Names the organization whose documents are listed. */
function OrganizationLink({ organizationId }: { organizationId: Id }) {
  const { data, error } = useCall(getOrganization, { params: { id: organizationId } });
  if (error && !data) return null;
  return (
    <>
      <span aria-hidden="true"> / </span>
      {data ? (
        <TextLink to={organizationPath(organizationId)}>{data.organizationName}</TextLink>
      ) : (
        <Skeleton className="inline-block h-4 w-32 align-middle" />
      )}
    </>
  );
}

export const DOCUMENT_COLUMNS: readonly DataTableColumn<DocumentCard>[] = [
  { id: "externalId", header: "Number", text: (row) => row.externalId, cardSlot: "number" },
  {
    id: "name",
    header: "Name",
    text: (row) => row.name,
    cell: (row) => (
      <>
        {row.name}
        {row.shownAt === null ? <NotShownMark /> : null}
      </>
    ),
    isWide: true,
    cardSlot: "title",
  },
  namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
  {
    id: "documentType",
    header: "Type",
    text: (row) => documentTypeLabel(row.documentType),
    isExtra: true,
  },
  {
    id: "totalCost",
    header: "Value",
    text: (row) => (row.totalCost === null ? null : formatDollars(String(row.totalCost))),
    exported: (row) => row.totalCost,
    sortKey: (row) => row.totalCost ?? -1,
    isMoney: true,
  },
  dateColumn({ id: "updatedAt", header: "Updated" }, (row) => row.updatedAt),
  statusColumn({ id: "status", header: "Status" }, LISTED_STATUS_LABELS, listedStatusOf),
];
