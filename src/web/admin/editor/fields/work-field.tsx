import { Pencil, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Exact } from "#blocks/exact.tsx";
import { getDraft } from "#contract/admin/drafts.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { block as WorkOrders } from "#domain/page/blocks/work-orders.ts";
import { priceBlock } from "#domain/pricing/document-total.ts";
import type { QuotedWorkOrder } from "#domain/work-orders/document-work.ts";
import { useCached } from "#web/lib/use-call.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useAction } from "../../ui/use-action.ts";
import { AddExistingWork } from "../../ui/work-order/add-existing-work.tsx";
import { useEditor } from "../editing-context.ts";
import { MoveButtons } from "./list-field.tsx";
import type { WorkDialog } from "./work-dialog.tsx";

type OpenedWork = { workOrderId: Id | null; WorkDialog: typeof WorkDialog };

type WorkFieldProps = { label: string; value: unknown; onChange: (value: unknown) => void };

/** Which of the document's own work orders the block shows, in which order. The page stores their ids only. */
export function WorkField({ label, value, onChange }: WorkFieldProps) {
  const { edited, work, announce } = useEditor();
  const [opened, setOpened] = useState<OpenedWork | null>(null);
  const { organizationId } = edited;
  const within = organizationId === null ? null : { organizationId, uniqueDocument: edited.id };
  const chosen = WorkOrders.read({ workOrderData: value }).workOrderData.workOrderIds;
  const known = new Map(work.workOrders.map((one) => [one.workOrderId, one]));
  const others = work.workOrders.filter(({ workOrderId }) => !chosen.includes(workOrderId));
  const list = useRef<HTMLUListElement>(null);
  const set = (workOrderIds: readonly Id[]) => onChange({ workOrderIds });
  const toggle = (id: Id, isChosen: boolean) => {
    // Its line goes to another place of the list, and the focus with it, before the next key can move it elsewhere.
    flushSync(() => set(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)));
    list.current?.querySelector<HTMLElement>(`[data-work-order="${CSS.escape(id)}"] input`)?.focus();
  };

  const cached = useCached();
  const { run } = useAction("The form didn't open");
  const open = (workOrderId: Id | null) =>
    run(async () => setOpened({ workOrderId, ...(await import("./work-dialog.tsx")) }));

  function move(id: Id, by: 1 | -1) {
    const index = chosen.indexOf(id);
    set(chosen.toSpliced(index, 1).toSpliced(index + by, 0, id));
    announce(`Moved to ${index + by + 1} of ${chosen.length}`);
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {work.workOrders.length === 0 && chosen.length === 0 ? (
        <p className="text-ink-soft text-sm">
          {edited.kind === "template"
            ? "Each document of the template has work orders of its own."
            : "This document has no work orders yet."}
        </p>
      ) : null}
      <ul ref={list} className="space-y-1">
        {chosen.map((id, index) => (
          <li key={id} data-work-order={id} className="flex items-start gap-1">
            <Checkbox
              className="min-w-0 flex-1"
              checked
              onChange={() => toggle(id, false)}
              label={<WorkName workOrder={known.get(id)} />}
            />
            {known.has(id) && within ? (
              <IconButton
                label={`Change ${known.get(id)?.name}`}
                Icon={Pencil}
                className="size-7! touch:size-11!"
                onClick={() => void open(id)}
              />
            ) : null}
            <MoveButtons
              name={known.get(id)?.name ?? "work order"}
              index={index}
              count={chosen.length}
              onMove={(by) => move(id, by)}
            />
          </li>
        ))}
        {others.map((workOrder) => (
          <li key={workOrder.workOrderId} data-work-order={workOrder.workOrderId}>
            <Checkbox
              checked={false}
              onChange={() => toggle(workOrder.workOrderId, true)}
              label={<WorkName workOrder={workOrder} />}
            />
          </li>
        ))}
      </ul>
      {within ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => void open(null)}>
            New work order
          </Button>
          <AddExistingWork
            within={within}
            onAdded={async (ids) => {
              await cached.refetch(getDraft);
              set([...chosen, ...ids.filter((id) => !chosen.includes(id))]);
            }}
          />
        </div>
      ) : null}
      {within && opened ? (
        <opened.WorkDialog
          within={within}
          workOrderId={opened.workOrderId}
          onSaved={(id) => {
            if (!chosen.includes(id)) set([...chosen, id]);
            setOpened(null);
          }}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </fieldset>
  );
}

function WorkName({ workOrder }: { workOrder: QuotedWorkOrder | undefined }) {
  const { work } = useEditor();
  if (!workOrder) return <span className="text-red-ink">A work order that isn't of this document</span>;
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
        <Exact>{formatDollars(workOrders[0]?.net ?? "0")}</Exact>
        {workOrder.optional.isOptional ? ", optional" : ""}
      </span>
    </>
  );
}
