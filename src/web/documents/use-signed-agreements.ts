import { useMemo } from "react";
import { listGeneralDocuments, listSignedGeneralDocuments } from "#contract/agreements.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import type { Id } from "#domain/id.ts";
import { call } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";
import { type List, useList } from "#web/lists/use-list.ts";
import type { ServerRows } from "#web/ui/data-table/server-rows.ts";
import type { TableAddress } from "#web/ui/data-table/use-table-address.ts";

export type SignedAgreement = SignedGeneralDocument & { name: string };

const EVERY_ONE = {};
/** The most names that one call returns. Nobody signs nearly as many documents. */
const MOST_NAMES = 500;

/** The signed general documents with their names; no rows while loading. */
export function useSignedAgreements(address: TableAddress): List<SignedAgreement> {
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
  return async (onPart, signal) => {
    const { rows, total } = await server.readAll(onPart, signal);
    const named = await call(listGeneralDocuments, { body: { generalDocumentIds: documentIdsOf(rows) } });
    return { rows: withNames(rows, named), total };
  };
}

function documentIdsOf(signed: readonly SignedGeneralDocument[]): Id[] {
  return [...new Set(signed.map((one) => one.documentId))].toSorted().slice(0, MOST_NAMES);
}

type Named = { generalDocumentId: Id; name: string };

function withNames(signed: readonly SignedGeneralDocument[], named: readonly Named[]): SignedAgreement[] {
  const nameById = new Map(named.map((one) => [one.generalDocumentId, one.name]));
  return signed.map((one) => ({ ...one, name: nameById.get(one.documentId) ?? "Unknown" }));
}
