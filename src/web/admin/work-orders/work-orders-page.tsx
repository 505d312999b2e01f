import { useMemo, useState } from "react";
import { listAdminWorkOrders } from "#contract/admin/work-orders.ts";
import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";
import { useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { BOARD, NEW_WORK_ORDER, workOrderPath } from "../ui/paths.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { ChosenWorkContext } from "./chosen-work.tsx";
import { CHOOSABLE_COLUMNS, WORK_ORDER_COLUMNS } from "./work-order-columns.tsx";

/** /admin/work-orders, of all organizations or of the one that `organization` in the address names. */
export function WorkOrdersPage() {
  const [parameters] = useSearchParams();
  const organizationId = parameters.get("organization");
  const query = useMemo(() => (organizationId === null ? {} : { organizationId }), [organizationId]);
  const mayChange = useMayActAs("editor");
  const [chosen, setChosen] = useState<ReadonlyMap<string, WorkOrderCard>>(new Map());
  const choosing = useMemo(
    () => ({
      chosen,
      choose: (cards: readonly WorkOrderCard[], isChosen: boolean) =>
        setChosen((now) => {
          const next = new Map(now);
          for (const card of cards) {
            if (isChosen) next.set(card.workOrderId, card);
            else next.delete(card.workOrderId);
          }
          return next;
        }),
    }),
    [chosen],
  );

  return (
    <Screen
      title="Work orders"
      actions={
        <>
          <ButtonLink to={BOARD}>Board</ButtonLink>
          {mayChange ? <ButtonLink to="/work-orders/import">Import</ButtonLink> : null}
          {mayChange ? (
            <ButtonLink tone="primary" to={NEW_WORK_ORDER}>
              New work order
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <ChosenWorkContext value={choosing}>
        <ListTable
          what={listAdminWorkOrders}
          query={query}
          label="Work orders"
          columns={mayChange ? CHOOSABLE_COLUMNS : WORK_ORDER_COLUMNS}
          getRowId={(row) => row.workOrderId}
          rowHref={(row) => workOrderPath(row.workOrderId)}
          usualOrder="Newest first"
          emptyHint="The work that is planned, quoted and done for every organization appears here."
          failureText="We were unable to fetch the work orders."
        />
      </ChosenWorkContext>
      {mayChange && chosen.size > 0 ? <BulkBar chosen={chosen} onClear={() => setChosen(new Map())} /> : null}
    </Screen>
  );
}
