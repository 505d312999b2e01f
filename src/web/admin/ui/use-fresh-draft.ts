import { useEffect, useState } from "react";
import type { SWRResponse } from "swr";
import { getDraft } from "#contract/admin/drafts.ts";
import type { Id } from "#domain/id.ts";
import type { Reply } from "#web/lib/call.ts";
import { useCall } from "#web/lib/use-call.ts";

/** An answer that is asked for anew when its screen opens, and not there before: an older one would be taken for it. */
export function useFresh<Answer>(answer: SWRResponse<Answer, Error>) {
  const { data, error, mutate } = answer;
  const [isFresh, setIsFresh] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const settle = () => {
      if (isWanted) setIsFresh(true);
    };
    mutate().then(settle, settle);
    return () => {
      isWanted = false;
    };
  }, [mutate]);
  return { data: isFresh ? data : undefined, error: isFresh ? error : undefined, mutate };
}

/** A draft as the server has it now. */
export function useFreshDraft(uniqueDocumentId: Id) {
  return useFresh<Reply<typeof getDraft>>(useCall(getDraft, { params: { id: uniqueDocumentId } }));
}
