import { useMemo } from "react";
import { Exact } from "#blocks/exact.tsx";
import { listGeneralDocuments, listSignedGeneralDocuments } from "#contract/agreements.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { companyDateTime } from "#web/lib/company-time.ts";
import { useCall } from "#web/lib/use-call.ts";
import { type List, useList } from "#web/lists/use-list.ts";
import { signedPath } from "#web/paths.ts";
import { DataTable } from "#web/ui/data-table/data-table.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import type { ServerRows } from "#web/ui/data-table/server-rows.ts";
import { type TableAddress, useTableAddress } from "#web/ui/data-table/use-table-address.ts";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { DownloadLink } from "./document-columns.tsx";

const HEADING = "General Legal Documents";
const ADDRESS_PREFIX = "signed";
const ROW_ID = (row: SignedAgreement) => row.signedGeneralDocumentId;

/** The second section of the agreements: general documents that were signed for the organization. */
export function SignedAgreements() {
  const { rows, error, retry, server } = useSignedAgreements(useTableAddress(COLUMNS, ADDRESS_PREFIX));
  const failure = fetchFailure(
    { data: rows, error, mutate: retry },
    "We were unable to fetch documents, you may not have sufficient permissions.",
  );
  return (
    // Unseen until the list above has its length, because it would move.
    <section aria-labelledby="general-legal-documents" className="[[data-loading]~&]:invisible mt-12">
      <h2 id="general-legal-documents" className="mb-4 font-semibold font-text text-xl">
        {HEADING}
      </h2>
      {failure && server === null ? (
        failure
      ) : rows === undefined && server === null ? (
        <Loading label={`Loading ${HEADING}`} afterMs={500}>
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
          usualOrder="Newest first"
          emptyHint="Agreements that you sign appear here with their signed copy."
        />
      )}
    </section>
  );
}

const COLUMNS: readonly DataTableColumn<SignedAgreement>[] = [
  { id: "name", header: "Document", text: (row) => row.name, isWide: true, cardSlot: "title" },
  {
    id: "signedBy",
    header: "Signed By",
    text: (row) => `${row.userFirstName} ${row.userLastName} ${row.userEmail}`,
    cell: (row) => (
      <>
        <Exact className="block">{`${row.userFirstName} ${row.userLastName}`}</Exact>
        <Exact className="block text-ink-soft text-sm max-lg:hidden">{row.userEmail}</Exact>
      </>
    ),
    cardSlot: "number",
  },
  {
    id: "signedAt",
    header: "Signed At",
    text: (row) => companyDateTime(row.signedAt),
    exported: (row) => row.signedAt,
    cell: (row) => <DateTimeText iso={row.signedAt} />,
    cardSlot: "date",
    sortKey: (row) => row.signedAt,
  },
  {
    id: "download",
    header: "Download PDF",
    text: () => null,
    isControls: true,
    cardSlot: "action",
    cell: (row) =>
      row.s3uri === null ? (
        <span className="text-ink-faint text-sm max-sm:hidden sm:max-lg:whitespace-normal">
          No PDF available
        </span>
      ) : (
        <>
          <DownloadLink to={`${signedPath(row.signedGeneralDocumentId)}/pdf`} name={row.name} />{" "}
          <TextLink to={`${signedPath(row.signedGeneralDocumentId)}/evidence`}>
            Evidence<span className="sr-only"> of {row.name}</span>
          </TextLink>
        </>
      ),
  },
];

type SignedAgreement = SignedGeneralDocument & { name: string };

const EVERY_ONE = {};
/** The maximum of names that one call returns, far more than any person signs. */
const MAX_NAMES = 500;

/** The signed general documents with their names; no rows while loading. */
function useSignedAgreements(address: TableAddress): List<SignedAgreement> {
  // The specification's settings for this list (spec 2 section 7).
  const options = { shouldRetryOnError: false, revalidateOnFocus: false };
  const { rows: signed, server, ...rest } = useList(listSignedGeneralDocuments, EVERY_ONE, address, options);
  const ids = documentIdsOf(signed ?? []);
  const named = useCall(
    listGeneralDocuments,
    ids.length === 0 ? null : { body: { generalDocumentIds: ids } },
  );
  const isNamed = named.data !== undefined || named.error !== undefined || ids.length === 0;
  const rows = useMemo(
    () => (isNamed && signed ? withNames(signed, named.data ?? []) : undefined),
    [isNamed, signed, named.data],
  );
  return { ...rest, rows, server: server && { ...server, readAll: readWithNames(server) } };
}

function readWithNames(server: ServerRows<SignedGeneralDocument>): ServerRows<SignedAgreement>["readAll"] {
  return async (reading) => {
    const { rows, total } = await server.readAll(reading);
    const named = await call(listGeneralDocuments, { body: { generalDocumentIds: documentIdsOf(rows) } });
    return { rows: withNames(rows, named), total };
  };
}

function documentIdsOf(signed: readonly SignedGeneralDocument[]): Id[] {
  return [...new Set(signed.map((one) => one.documentId))].toSorted().slice(0, MAX_NAMES);
}

type Named = { generalDocumentId: Id; name: string };

function withNames(signed: readonly SignedGeneralDocument[], named: readonly Named[]): SignedAgreement[] {
  const nameById = new Map(named.map((one) => [one.generalDocumentId, one.name]));
  return signed.map((one) => ({ ...one, name: nameById.get(one.documentId) ?? "Unknown" }));
}
