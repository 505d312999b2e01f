import { Plus } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { addWorkToDocument, listUnplacedWork } from "#contract/admin/work-orders.ts";
import { Id } from "#domain/id.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { FormDialog } from "#web/ui/form-dialog.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { useSchemaForm } from "../use-schema-form.ts";
import { WorkTerms } from "./work-terms.tsx";

/** The draft to which work is added. */
type Within = { organizationId: Id; uniqueDocument: Id };

type AddExistingWorkProps = { within: Within; onAdded: (workOrderIds: Id[]) => Promise<void> };

/** Adds work orders of the organization that belong to no document. Nothing is shown while there are none. */
export function AddExistingWork({ within, onAdded }: AddExistingWorkProps) {
  const { organizationId } = within;
  const { data, error, mutate } = useCall(listUnplacedWork, { params: { organizationId } });
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return fetchFailure({ data, error, mutate }, "We couldn't load the existing work orders.");
  return (
    <>
      {data.length > 0 ? (
        <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setIsOpen(true)}>
          Add existing ({data.length})
        </Button>
      ) : null}
      {isOpen ? (
        <AddExistingDialog within={within} work={data} onAdded={onAdded} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

const Chosen = z.object({ workOrderIds: z.array(Id).min(1, "Please choose a work order") });

type AddExistingDialogProps = AddExistingWorkProps & { work: readonly WorkOrderCard[]; onClose: () => void };

function AddExistingDialog({ within, work, onAdded, onClose }: AddExistingDialogProps) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: Chosen,
    values: { workOrderIds: [] as Id[] },
    async save({ workOrderIds }) {
      const body = { uniqueDocumentId: within.uniqueDocument, workOrderIds };
      const added = await call(addWorkToDocument, { body });
      const ids = added.map(({ workOrderId }) => workOrderId);
      await onAdded(ids);
      const { organizationId } = within;
      await cached.replace(listUnplacedWork, { params: { organizationId } }, (listed) =>
        listed?.filter(({ workOrderId }) => !ids.includes(workOrderId)),
      );
      const text = added.length === 1 ? (added[0]?.name ?? "") : `${added.length} work orders`;
      showToast({ title: "Added to the document", text });
      onClose();
    },
  });
  const problem = form.formState.errors.workOrderIds?.message;
  return (
    <FormDialog
      form={form}
      title="Add existing work orders"
      description="They don't belong to a document yet. Your client sees them once this document is sent."
      action="Add"
      failureTitle="Nothing was added"
      onClose={onClose}
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">Work orders</legend>
        {problem ? (
          <p role="alert" className="mb-2 text-red-ink text-sm">
            {problem}
          </p>
        ) : null}
        <ul className="max-h-[50dvh] space-y-1 overflow-y-auto">
          {work.map((card) => (
            <li key={card.workOrderId}>
              <Checkbox
                value={card.workOrderId}
                {...form.register("workOrderIds")}
                label={
                  <>
                    <span dir="auto" className="wrap-anywhere">
                      {card.name}
                    </span>{" "}
                    <span className="text-ink-soft text-sm">
                      {card.externalId}, <WorkTerms card={card} />
                    </span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </fieldset>
    </FormDialog>
  );
}
