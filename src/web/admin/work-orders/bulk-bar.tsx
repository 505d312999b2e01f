import { useState } from "react";
import { moveWorkOrders, showWorkOrders } from "#contract/admin/work-orders.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import type { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call, explainFailure } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { FloatingBar } from "../ui/floating-bar.tsx";
import { StatusSelect } from "./status-select.tsx";
import { useRefetchWorkOrders } from "./use-move.ts";

const MAX_CHANGES = 200;

type BulkBarProps = { selected: ReadonlyMap<string, WorkOrderCard>; onClear: () => void };

type Failure = { text: string; refused: { name: string; why: string }[] };

/** Changes the selected work orders together: all, or none with the reason for each. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const refetch = useRefetchWorkOrders();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const cards = [...selected.values()];
  const isTooMany = cards.length > MAX_CHANGES;

  async function change(title: string, work: () => Promise<unknown>) {
    setIsBusy(true);
    setFailure(null);
    try {
      await work();
      showToast({ title, text: cards.length === 1 ? (cards[0]?.name ?? "") : `${cards.length} work orders` });
      onClear();
    } catch (error) {
      setFailure(failureOf(error));
    }
    await refetch();
    setIsBusy(false);
  }

  const moveTo = (workOrderStatus: WorkOrderStatus, title: string) =>
    change(title, () =>
      call(moveWorkOrders, {
        body: {
          workOrderStatus,
          workOrders: cards.map((card) => ({
            workOrderId: card.workOrderId,
            expectedStatus: card.workOrderStatus,
          })),
        },
      }),
    );

  return (
    <FloatingBar label="Chosen work orders" className="space-y-3">
      {failure ? (
        <Notice tone="error" title="Nothing was changed">
          {failure.refused.length === 0 ? failure.text : null}
          <ul className="max-h-40 overflow-y-auto">
            {failure.refused.map(({ name, why }) => (
              <li key={name} dir="auto">
                {name}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto px-1 font-medium">
          {isTooMany
            ? `${cards.length} chosen: at most ${MAX_CHANGES} change together`
            : `${cards.length} chosen`}
        </p>
        <StatusSelect
          label="Move the chosen to"
          value={null}
          isDisabled={isBusy || isTooMany}
          onChoose={(status) => void moveTo(status, "Moved")}
        />
        <Button disabled={isBusy || isTooMany} onClick={() => void moveTo("ARCHIVED", "Archived")}>
          Archive
        </Button>
        <Button
          disabled={isBusy || isTooMany}
          onClick={() =>
            void change("Shown to clients", () =>
              call(showWorkOrders, { body: { workOrderIds: [...selected.keys()] } }),
            )
          }
        >
          Show to clients
        </Button>
        <Button tone="quiet" disabled={isBusy} onClick={onClear}>
          Clear
        </Button>
      </div>
    </FloatingBar>
  );
}

function failureOf(error: unknown): Failure {
  const refusals = error instanceof ApiError ? error.details.refused : undefined;
  const refused = Array.isArray(refusals)
    ? refusals.map(({ name, workOrderId, why }) => ({ name: String(name ?? workOrderId), why: String(why) }))
    : [];
  return { text: explainFailure(error), refused };
}
