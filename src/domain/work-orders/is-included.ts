import type { WorkOrderChoice } from "./work-order.ts";

/** Work counts if it is not optional or if the client wants it. */
export function isIncluded(workOrder: { optional: WorkOrderChoice }): boolean {
  return !workOrder.optional.isOptional || workOrder.optional.doesClientWantWorkDone;
}
