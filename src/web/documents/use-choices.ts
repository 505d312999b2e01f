import { useEffect, useRef, useState } from "react";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { type PendingChoices, withChoices } from "#domain/page/client-choices.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";

type Choices = {
  pending: PendingChoices;
  /** Tells what was on screen and what the server then has; the choice counts as pending until that is dealt with. */
  choose: (workOrderId: Id, wanted: boolean, onSaved: Saved) => void;
};

type Saved = (shown: UniqueDocument, fresh: UniqueDocument) => Promise<void>;

/**
 * Saves choices on optional work, each shown at once and put back alone when it cannot be saved. What the server then
 * has is looked at once, after the last of those that are made together.
 */
export function useChoices(document: UniqueDocument): Choices {
  const [pending, setPending] = useState<PendingChoices>(new Map());
  // The same as it is between two renders: several boxes can be ticked before the first is shown.
  const chosen = useRef<PendingChoices>(pending);
  const onTheirWay = useRef(new Set<Id>());
  const latest = useRef(document);
  useEffect(() => {
    latest.current = document;
  }, [document]);

  function show(next: PendingChoices) {
    chosen.current = next;
    setPending(next);
  }

  function drop(isDropped: (workOrderId: Id) => boolean) {
    show(new Map([...chosen.current].filter(([workOrderId]) => !isDropped(workOrderId))));
  }

  async function save(workOrderId: Id, wanted: boolean, onSaved: Saved) {
    show(new Map(chosen.current).set(workOrderId, wanted));
    onTheirWay.current.add(workOrderId);
    try {
      await call(chooseOptionalWork, {
        params: { id: workOrderId },
        body: { optional: { doesClientWantWorkDone: wanted } },
      });
    } catch (error) {
      drop((id) => id === workOrderId);
      showToast({
        tone: "error",
        title: "Your choice could not be saved and was put back",
        text: reasonFor(error),
      });
    }
    onTheirWay.current.delete(workOrderId);
    if (onTheirWay.current.size === 0) await settle(onSaved);
  }

  /** Looked at with all of them: a choice left out would seem to be somebody else's change. */
  async function settle(onSaved: Saved) {
    const saved = chosen.current;
    if (saved.size === 0) return;
    const params = { id: latest.current.uniqueDocumentId };
    const fresh = await call(getDocument, { params }).catch(() => null);
    // A choice made meanwhile settles these too, when it is saved or put back.
    if (chosen.current !== saved) return;
    const now = latest.current;
    const shown = { ...now, puckState: withChoices(now.puckState, saved) };
    try {
      // Where it cannot be read now, what is on screen stays: the choices themselves are saved.
      await onSaved(shown, fresh ?? shown);
    } finally {
      drop((id) => saved.has(id));
    }
  }

  return {
    pending,
    choose: (workOrderId, wanted, onSaved) => {
      if (!chosen.current.has(workOrderId)) void save(workOrderId, wanted, onSaved);
    },
  };
}

function reasonFor(error: unknown): string {
  const isToldWhy = error instanceof ApiError && error.status < 500;
  return isToldWhy
    ? error.message
    : "We could not reach the server. Please check your connection and try again.";
}
