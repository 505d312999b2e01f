import { useMemo } from "react";
import { listGeneralDocuments, listSignedGeneralDocuments } from "#contract/agreements.ts";
import type { SignedGeneralDocument } from "#domain/agreements/general-document.ts";
import { useCall } from "#web/lib/use-call.ts";

export type SignedAgreement = SignedGeneralDocument & { name: string };

/** The general documents that were signed, each with its name; undefined while loading. */
export function useSignedAgreements() {
  // The specification's own settings for this list (spec 2 section 7).
  const signed = useCall(
    listSignedGeneralDocuments,
    {},
    { shouldRetryOnError: false, revalidateOnFocus: false },
  );
  const ids = [...new Set(signed.data?.map((one) => one.documentId))].toSorted();
  const named = useCall(
    listGeneralDocuments,
    signed.data === undefined || ids.length === 0 ? null : { body: { generalDocumentIds: ids } },
  );
  const isNamed = named.data !== undefined || named.error !== undefined || ids.length === 0;
  const rows = useMemo(() => {
    if (signed.data === undefined || !isNamed) return undefined;
    const nameById = new Map(named.data?.map((one) => [one.generalDocumentId, one.name]));
    return signed.data.map(
      (one): SignedAgreement => ({ ...one, name: nameById.get(one.documentId) ?? "Unknown" }),
    );
  }, [signed.data, named.data, isNamed]);
  return { rows, error: signed.error, retry: () => void signed.mutate() };
}
