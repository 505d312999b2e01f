import { Check } from "lucide-react";
import {
  WORK_ORDER_STATUS_LABELS,
  type WorkOrderStatus,
  type WorkProgress,
} from "#domain/work-orders/work-order.ts";
import { classNames } from "#web/lib/class-names.ts";
import { DateText } from "#web/ui/date-text.tsx";

const STEPS: readonly WorkOrderStatus[] = ["OPEN", "IN_PROGRESS", "IN_REVIEW", "UAT", "DONE"];

type StepState = "done" | "current" | "ahead";

const DOTS: Record<StepState, string> = {
  done: "border-brand bg-brand text-on-brand",
  current: "border-brand bg-surface ring-3 ring-brand-soft",
  ahead: "border-line-strong bg-surface",
};
const LABELS: Record<StepState, string> = {
  done: "text-ink",
  current: "font-semibold text-ink",
  ahead: "text-ink-faint",
};
const SPOKEN: Record<StepState, string> = { done: ", done", current: ", now", ahead: ", not yet" };

type ProgressLineProps = { status: WorkOrderStatus; progress: WorkProgress };

/** How far work is, with the day on which it came to each step, as far as that is known. */
export function ProgressLine({ status, progress }: ProgressLineProps) {
  const dateOf = (of: WorkOrderStatus) => progress.find((one) => one.status === of)?.at;
  const archivedAt = dateOf("ARCHIVED");
  if (status === "ARCHIVED") {
    return archivedAt ? (
      <p className="mb-8 text-ink-soft">
        Archived on <DateText iso={archivedAt} />
      </p>
    ) : null;
  }
  const reached = STEPS.indexOf(status);
  return (
    <ol aria-label="Progress" className="mb-8 flex max-sm:flex-col max-sm:gap-y-1">
      {STEPS.map((step, place) => {
        const state = stateOf(place, reached);
        const at = state === "ahead" ? undefined : dateOf(step);
        return (
          <li
            key={step}
            aria-current={state === "current" ? "step" : undefined}
            className="flex flex-1 gap-x-3 last:flex-none max-sm:min-h-10 max-sm:last:min-h-0 sm:flex-col sm:gap-y-2"
          >
            <span aria-hidden="true" className="flex items-center max-sm:flex-col">
              <span
                className={classNames(
                  "grid size-5 shrink-0 place-items-center rounded-full border-2",
                  DOTS[state],
                )}
              >
                {state === "done" ? <Check strokeWidth={3} className="size-3" /> : null}
                {state === "current" ? <span className="size-2 rounded-full bg-brand" /> : null}
              </span>
              {place < STEPS.length - 1 ? (
                <span
                  className={classNames(
                    "flex-1 max-sm:w-0.5 sm:h-0.5",
                    place < reached ? "bg-brand" : "bg-line",
                  )}
                />
              ) : null}
            </span>
            <span className={place < STEPS.length - 1 ? "sm:pr-3" : undefined}>
              <span className={classNames("block text-sm leading-5", LABELS[state])}>
                {WORK_ORDER_STATUS_LABELS[step]}
                <span className="sr-only">{SPOKEN[state]}</span>
              </span>
              {at === undefined ? null : (
                <span className="block text-ink-soft text-xs">
                  <DateText iso={at} />
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** Work that is done has no step ahead, nor one that goes on. */
function stateOf(place: number, reached: number): StepState {
  if (place < reached || (place === reached && reached === STEPS.length - 1)) return "done";
  return place === reached ? "current" : "ahead";
}
