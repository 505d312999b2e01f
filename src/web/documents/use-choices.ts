import { useState } from "react";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { type PendingChoices, withChoices } from "./choices.ts";

type Choices = {
  pending: PendingChoices;
  /** Tells what was on screen and what the server then has; the choice counts as pending until that is dealt with. */
  choose: (workOrderId: Id, wanted: boolean, onSaved: Saved) => void;
};

type Saved = (shown: UniqueDocument, fresh: UniqueDocument) => Promise<void>;

/** Saves choices on optional work one by one; each is shown at once and put back when it cannot be saved. */
export function useChoices(document: UniqueDocument): Choices {
  const [pending, setPending] = useState<PendingChoices>(new Map());

  const id = document.uniqueDocumentId;
  async function save(workOrderId: Id, wanted: boolean, onSaved: Saved) {
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
      showToast({
        tone: "error",
        title: "Your choice could not be saved and was put back",
        text: reasonFor(error),
      });
    } finally {
      setPending((now) => new Map([...now].filter(([id]) => id !== workOrderId)));
    }
  }

  return {
    pending,
    choose: (workOrderId, wanted, onSaved) => {
      if (!pending.has(workOrderId)) void save(workOrderId, wanted, onSaved);
    },
  };
}

function reasonFor(error: unknown): string {
  const isToldWhy = error instanceof ApiError && error.status < 500;
  return isToldWhy
    ? error.message
    : "We could not reach the server. Please check your connection and try again.";
}
