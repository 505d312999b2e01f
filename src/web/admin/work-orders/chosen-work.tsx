import { createContext, useContext } from "react";
import type { WorkOrderCard } from "#domain/work-orders/admin-work-order.ts";

/** The rows that are chosen for a change together, as they were read, by id. */
export type ChosenWork = {
  chosen: ReadonlyMap<string, WorkOrderCard>;
  choose: (cards: readonly WorkOrderCard[], isChosen: boolean) => void;
};

export const ChosenWorkContext = createContext<ChosenWork>({ chosen: new Map(), choose: () => {} });

const BOX = "size-5 accent-brand touch:size-6";

/** The checkbox of a row. */
export function ChooseRow({ card }: { card: WorkOrderCard }) {
  const { chosen, choose } = useContext(ChosenWorkContext);
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${card.name}`}
      className={BOX}
      checked={chosen.has(card.workOrderId)}
      onChange={(event) => choose([card], event.currentTarget.checked)}
    />
  );
}

/** The checkbox above the rows that are on screen. */
export function ChooseRows({ cards }: { cards: readonly WorkOrderCard[] }) {
  const { chosen, choose } = useContext(ChosenWorkContext);
  const count = cards.filter(({ workOrderId }) => chosen.has(workOrderId)).length;
  return (
    <input
      type="checkbox"
      aria-label="Choose all on this page"
      className={BOX}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < cards.length;
      }}
      checked={cards.length > 0 && count === cards.length}
      onChange={(event) => choose(cards, event.currentTarget.checked)}
    />
  );
}
