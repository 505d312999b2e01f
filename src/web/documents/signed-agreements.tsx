import { Download } from "lucide-react";
import { listSignedGeneralDocuments } from "#contract/agreements.ts";
import { formatDateTime } from "#domain/format.ts";
import { encodeColumnFilters, FILTER_TEXT_LIMIT } from "#domain/lists/column-filters.ts";
import { ROWS_IN_MEMORY } from "#domain/lists/list-columns.ts";
import { callPage } from "#web/lib/call.ts";
import { openInNewTab } from "#web/lib/open-in-new-tab.ts";
import { IconButton } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { useTableAddress } from "#web/ui/data-table/use-table-address.ts";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { type SignedAgreement, useSignedAgreements } from "./use-signed-agreements.ts";

const HEADING = "General Legal Documents";
const ADDRESS_PREFIX = "signed";
const PLACEHOLDER_AFTER_MS = 500;
const ROW_ID = (row: SignedAgreement) => row.signedGeneralDocumentId;

/** The second section of the agreements: general documents that were signed for the organization. */
export function SignedAgreements() {
  const { rows, error, retry, server } = useSignedAgreements(useTableAddress(COLUMNS, ADDRESS_PREFIX));
  const failure =
    error && rows === undefined ? (
      <FailedRead error={error} onRetry={retry}>
        We were unable to fetch documents, you may not have sufficient permissions.
      </FailedRead>
    ) : null;
  return (
    <section aria-labelledby="general-legal-documents" className="mt-12">
      <h2 id="general-legal-documents" className="mb-4 font-semibold font-text text-xl">
        {HEADING}
      </h2>
      {failure && server === null ? (
        failure
      ) : rows === undefined && server === null ? (
        <Loading label={`Loading ${HEADING}`} afterMs={PLACEHOLDER_AFTER_MS}>
          <Skeleton className="h-40 w-full" />
        </Loading>
      ) : (
        <DataTable
          label={HEADING}
          data={rows}
          columns={COLUMNS}
          getRowId={ROW_ID}
          addressPrefix={ADDRESS_PREFIX}
          server={server}
          failure={failure}
          enablePagination
          emptyHint="Agreements that you sign appear here with their signed copy."
        />
      )}
    </section>
  );
}

const COLUMNS: readonly DataTableColumn<SignedAgreement>[] = [
  { id: "name", header: "Document", text: (row) => row.name, isWide: true, card: "title" },
  {
    id: "signedBy",
    header: "Signed By",
    text: (row) => `${row.userFirstName} ${row.userLastName} ${row.userEmail}`,
    cell: (row) => (
      <>
        <span className="block">
          {row.userFirstName} {row.userLastName}
        </span>
        <span className="block text-ink-soft text-sm">{row.userEmail}</span>
      </>
    ),
  },
  {
    id: "signedAt",
    header: "Signed At",
    text: (row) => formatDateTime(row.signedAt),
    cell: (row) => <DateTimeText iso={row.signedAt} />,
    sortKey: (row) => row.signedAt,
  },
  {
    id: "download",
    header: "Download PDF",
    text: () => null,
    isControls: true,
    cell: (row) =>
      row.s3uri === null ? (
        <span className="text-ink-faint text-sm">No PDF available</span>
      ) : (
        <IconButton
          label={`Download PDF of ${row.name}`}
          title="Download PDF"
          className="max-md:-mr-2 md:-ml-2"
          onClick={() => void openCopy(row)}
        >
          <Download aria-hidden="true" strokeWidth={1.5} />
        </IconButton>
      ),
  },
];

/** Links work for 60 seconds, so the click fetches a new one with the list. */
async function openCopy({ signedGeneralDocumentId, userEmail }: SignedAgreement): Promise<void> {
  // The filter keeps the list short: only this signer's agreements.
  const filter = encodeColumnFilters([{ id: "signedBy", value: userEmail.slice(0, FILTER_TEXT_LIMIT) }]);
  try {
    await openInNewTab(async () => {
      const { data } = await callPage(listSignedGeneralDocuments, {
        query: { filter, limit: ROWS_IN_MEMORY },
      });
      const address = data.find((one) => one.signedGeneralDocumentId === signedGeneralDocumentId)?.s3uri;
      if (!address) throw new Error(`There is no signed copy of ${signedGeneralDocumentId}`);
      return address;
    });
  } catch (error) {
    console.error("The signed copy could not be opened", error);
    showToast({
      tone: "error",
      title: "The PDF could not be opened",
      text: "Please check your connection and try again.",
    });
  }
}
