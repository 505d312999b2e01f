import { useEffect, useRef, useState } from "react";
import { getDocument } from "#contract/documents.ts";
import { chooseOptionalWork } from "#contract/work-orders.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import { type PendingChoices, withChoices } from "#domain/page/quoted-work.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { IS_PREVIEW } from "./use-document.ts";

type Choices = {
  pending: PendingChoices;
  /** `onSaved` gets the shown document and the server's. The choice stays pending until it has finished. */
  choose: (workOrderId: Id, isSelected: boolean, onSaved: Saved) => void;
};

type Saved = (shown: UniqueDocument, fresh: UniqueDocument) => Promise<void>;

/** Saves choices on optional work, reverts each that fails, and fetches the document once after concurrent ones. */
export function useChoices(document: UniqueDocument): Choices {
  const [pending, setPending] = useState<PendingChoices>(new Map());
  // The current value between two renders, because several boxes can be ticked before the first one is rendered.
  const chosen = useRef<PendingChoices>(pending);
  const inFlight = useRef(new Set<Id>());
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

  async function save(workOrderId: Id, isSelected: boolean, onSaved: Saved) {
    show(new Map(chosen.current).set(workOrderId, isSelected));
    // Totals follow, and nothing is stored.
    if (IS_PREVIEW) return;
    inFlight.current.add(workOrderId);
    await afterPaint();
    if (!(await isSaved(workOrderId, isSelected))) drop((id) => id === workOrderId);
    inFlight.current.delete(workOrderId);
    if (inFlight.current.size === 0) await settle(onSaved);
  }

  /** Compares with all saved choices applied: a missing one would look like a change by another person. */
  async function settle(onSaved: Saved) {
    const saved = chosen.current;
    if (saved.size === 0) return;
    const params = { id: latest.current.uniqueDocumentId };
    const fresh = await call(getDocument, { params }).catch(() => null);
    // A newer choice is pending. It settles these choices too when it is saved or reverted.
    if (chosen.current !== saved) return;
    const now = latest.current;
    const shown = { ...now, puckState: withChoices(now.puckState, saved) };
    try {
      // If the document cannot be fetched, the screen stays as it is: the choices are saved.
      await onSaved(shown, fresh ?? shown);
    } finally {
      drop((id) => saved.has(id));
    }
  }

  return {
    pending,
    choose: (workOrderId, isSelected, onSaved) => {
      if (IS_PREVIEW || !chosen.current.has(workOrderId)) void save(workOrderId, isSelected, onSaved);
    },
  };
}

async function isSaved(workOrderId: Id, isSelected: boolean): Promise<boolean> {
  try {
    await call(chooseOptionalWork, {
      params: { id: workOrderId },
      body: { optional: { doesClientWantWorkDone: isSelected } },
    });
    return true;
  } catch (error) {
    const text = explainFailure(error);
    showToast({ tone: "error", title: "Your choice couldn't be saved and was undone", text });
    return false;
  }
}

/** A hidden window paints nothing. */
const MAX_PAINT_WAIT_MS = 50;

/** Resolves after the next paint, so that a request does not delay it. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_PAINT_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
