import { useState } from "react";
import { getDraft } from "#contract/admin/drafts.ts";
import type { Id } from "#domain/id.ts";
import { useCall } from "#web/lib/use-call.ts";

/** A draft as the server has it now, never from the cache first: an older page would be shown as the present one. */
export function useFreshDraft(uniqueDocumentId: Id) {
  const answer = useCall(getDraft, { params: { id: uniqueDocumentId } }, { dedupingInterval: 0 });
  const [isFresh, setIsFresh] = useState(false);
  if (!isFresh && !answer.isValidating && (answer.data || answer.error)) setIsFresh(true);
  return { data: isFresh ? answer.data : undefined, error: answer.error, mutate: answer.mutate };
}
