import { useState } from "react";
import { getGeneralDocument } from "#contract/agreements.ts";
import type { GeneralDocument } from "#domain/agreements/general-document.ts";
import type { Id } from "#domain/id.ts";
import { useCall } from "#web/lib/use-call.ts";

/** A general document on screen, and whether its text has changed since the page was opened. */
export type SeenDocument = { document: GeneralDocument; isChanged: boolean; refetch: () => Promise<void> };

export function useSeenDocument(id: Id): {
  seen: SeenDocument | undefined;
  error: Error | undefined;
  retry: () => void;
} {
  const { data: answer, error, mutate } = useCall(getGeneralDocument, { params: { id } });
  const data = answer?.generalDocumentId ? answer : undefined;
  const [first, setFirst] = useState({ id, contentHash: data?.contentHash });
  if (data && (first.id !== id || first.contentHash === undefined)) {
    setFirst({ id, contentHash: data.contentHash });
  }
  const isChanged = data !== undefined && first.id === id && first.contentHash !== data.contentHash;
  const refetch = async () => void (await mutate());
  return {
    seen: data && { document: data, isChanged, refetch },
    error: answer && !data ? new Error("The document has no id") : error,
    retry: () => void mutate(),
  };
}
