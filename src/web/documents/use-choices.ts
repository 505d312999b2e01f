import { useState } from "react";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { type PendingChoices, withChoices } from "./choices.ts";

type Choices = {
  pending: PendingChoices;
  /** Why the last choice was put back. */
  failure: string | null;
  /** Tells what was on screen and what the server then has; the choice counts as pending until that is dealt with. */
  choose: (workOrderId: Id, wanted: boolean, onSaved: Saved) => void;
};

type Saved = (shown: UniqueDocument, fresh: UniqueDocument) => Promise<void>;

/** Saves choices on optional work one by one; each is shown at once and put back when it cannot be saved. */
export function useChoices(document: UniqueDocument): Choices {
  const [pending, setPending] = useState<PendingChoices>(new Map());
  const [failure, setFailure] = useState<string | null>(null);

  const id = document.uniqueDocumentId;
  async function save(workOrderId: Id, wanted: boolean, onSaved: Saved) {
    setFailure(null);
    setPending((now) => new Map(now).set(workOrderId, wanted));
    try {
      await call(chooseOptionalWork, {
        params: { id: workOrderId },
        body: { optional: { doesClientWantWorkDone: wanted } },
      });
      const puckState = withChoices(document.puckState, new Map([[workOrderId, wanted]]));
      const shown = { ...document, puckState };
      // Where it cannot be read now, what is on screen stays: the choice itself is saved.
      await onSaved(shown, await call(getDocument, { params: { id } }).catch(() => shown));
    } catch (error) {
      setFailure(explain(error));
    } finally {
      setPending((now) => new Map([...now].filter(([id]) => id !== workOrderId)));
    }
  }

  return {
    pending,
    failure,
    choose: (workOrderId, wanted, onSaved) => {
      if (!pending.has(workOrderId)) void save(workOrderId, wanted, onSaved);
    },
  };
}

function explain(error: unknown): string {
  const why =
    error instanceof ApiError && error.status < 500 ? error.message : "We could not reach the server.";
  return `Your choice could not be saved and was put back. ${why}`;
}
