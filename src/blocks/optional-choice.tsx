import { useEffect, useRef } from "react";
import type { QuotedWorkOrder } from "#domain/page/blocks/work-orders.ts";
import { useRenderContext } from "./render-context.ts";

/** The checkbox with which a client chooses an optional work order; on paper, the choice. */
export function OptionalChoice({ workOrder }: { workOrder: QuotedWorkOrder }) {
  const { mode, choiceState, areChoicesLocked, onChooseOptional } = useRenderContext();
  const { workOrderId, name, optional } = workOrder;
  const isWanted = optional.doesClientWantWorkDone;
  const isSaving = choiceState(workOrderId) === "saving";
  const checkbox = useRef<HTMLInputElement>(null);
  const wasPressed = useRef(false);
  // A disabled checkbox loses the focus; the pressed one gets it back.
  useEffect(() => {
    if (isSaving || !wasPressed.current) return;
    wasPressed.current = false;
    if (document.activeElement === document.body) checkbox.current?.focus({ preventScroll: true });
  }, [isSaving]);
  if (mode === "print") {
    return <p className="cp-choice">{isWanted ? "Optional: included" : "Optional: not included"}</p>;
  }
  return (
    <p className="cp-choice">
      <label>
        <input
          ref={checkbox}
          type="checkbox"
          // Ticked and disabled while a choice is being saved (spec 2 section 2.5).
          checked={isSaving || isWanted}
          disabled={isSaving || areChoicesLocked || !onChooseOptional}
          onChange={(event) => {
            wasPressed.current = true;
            onChooseOptional?.(workOrderId, event.currentTarget.checked);
          }}
        />
        <span>Include {name}</span>
      </label>
      <span className="cp-choice__state">
        {isSaving ? "Saving…" : isWanted ? "Optional" : "Optional, not included"}
      </span>
    </p>
  );
}
