import type { Id } from "../id.ts";
import type { PuckState } from "./page.ts";
import { mapWorkOrderData } from "./quoted-work.ts";

/** Choices that the server does not have yet, by work order. */
export type PendingChoices = ReadonlyMap<Id, boolean>;

/** The page with these choices applied; prices follow from them. */
export function withChoices(page: PuckState, pending: PendingChoices): PuckState {
  if (pending.size === 0) return page;
  return mapWorkOrderData(page, (data) => ({
    ...data,
    workOrders: data.workOrders.map((one) => {
      const wanted = pending.get(one.workOrderId);
      return wanted === undefined
        ? one
        : { ...one, optional: { ...one.optional, doesClientWantWorkDone: wanted } };
    }),
  }));
}
