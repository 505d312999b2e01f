import { ArrowDown, ArrowUp } from "lucide-react";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { block as WorkOrders } from "#domain/page/blocks/work-orders.ts";
import { priceBlock } from "#domain/pricing/document-total.ts";
import type { QuotedWorkOrder } from "#domain/work-orders/document-work.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/field.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { NEW_WORK_ORDER } from "../../ui/work-order-paths.ts";
import { useDesk } from "../editing-context.ts";

type WorkFieldProps = { label: string; value: unknown; onChange: (value: unknown) => void };

/** Which of the document's own work orders the block shows, in which order. The page stores their ids only. */
export function WorkField({ label, value, onChange }: WorkFieldProps) {
  const { work, say } = useDesk();
  const chosen = WorkOrders.read({ workOrderData: value }).workOrderData.workOrderIds;
  const known = new Map(work.workOrders.map((one) => [one.workOrderId, one]));
  const others = work.workOrders.filter(({ workOrderId }) => !chosen.includes(workOrderId));
  const set = (workOrderIds: readonly Id[]) => onChange({ workOrderIds });

  function move(id: Id, by: 1 | -1) {
    const index = chosen.indexOf(id);
    set(chosen.toSpliced(index, 1).toSpliced(index + by, 0, id));
    say(`Moved to ${index + by + 1} of ${chosen.length}`);
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {work.workOrders.length === 0 && chosen.length === 0 ? (
        <p className="text-ink-soft text-sm">This document has no work orders yet.</p>
      ) : null}
      <ul className="space-y-1">
        {chosen.map((id, index) => (
          <li key={id} className="flex items-start gap-1">
            <Checkbox
              className="min-w-0 flex-1"
              checked
              onChange={() => set(chosen.filter((one) => one !== id))}
              label={<WorkName workOrder={known.get(id)} />}
            />
            <IconButton
              label={`Move ${known.get(id)?.name ?? "work order"} up`}
              disabled={index === 0}
              className="size-7! touch:size-11!"
              onClick={() => move(id, -1)}
            >
              <ArrowUp aria-hidden="true" strokeWidth={1.5} />
            </IconButton>
            <IconButton
              label={`Move ${known.get(id)?.name ?? "work order"} down`}
              disabled={index === chosen.length - 1}
              className="size-7! touch:size-11!"
              onClick={() => move(id, 1)}
            >
              <ArrowDown aria-hidden="true" strokeWidth={1.5} />
            </IconButton>
          </li>
        ))}
        {others.map((workOrder) => (
          <li key={workOrder.workOrderId}>
            <Checkbox
              checked={false}
              onChange={() => set([...chosen, workOrder.workOrderId])}
              label={<WorkName workOrder={workOrder} />}
            />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">
        <TextLink to={NEW_WORK_ORDER} target="_blank" rel="noopener">
          New work order<span className="sr-only"> (opens in a new tab)</span>
        </TextLink>
      </p>
    </fieldset>
  );
}

function WorkName({ workOrder }: { workOrder: QuotedWorkOrder | undefined }) {
  const { work } = useDesk();
  if (!workOrder) return <span className="text-red-ink">A work order that is not of this document</span>;
  const { workOrders } = priceBlock(
    WorkOrders.read({
      workOrderData: {
        workOrderIds: [workOrder.workOrderId],
        workOrders: [workOrder],
        products: work.products,
      },
    }),
  );
  return (
    <>
      <span dir="auto" className="wrap-anywhere">
        {workOrder.name}
      </span>{" "}
      <span className="whitespace-nowrap text-ink-faint">
        {formatDollars(workOrders[0]?.net ?? "0")}
        {workOrder.optional.isOptional ? ", optional" : ""}
      </span>
    </>
  );
}
