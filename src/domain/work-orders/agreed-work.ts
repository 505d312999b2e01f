import type { Id } from "../id.ts";
import type { PuckState } from "../page/page.ts";
import { quotedWorkOrderIds } from "../page/quoted-work.ts";
import type { QuotedWorkOrder } from "./document-work.ts";
import { isIncluded } from "./is-included.ts";
import type { WorkOrderStatus } from "./work-order.ts";

type OfferedWork = Pick<QuotedWorkOrder, "workOrderId" | "optional">;

/**
 * The work that accepting a page agrees on: what is not optional, and what the client chose. A page that quotes work
 * offers only that. A page that quotes none, such as a letter, offers all the work of its document.
 */
function agreedWorkIds(work: readonly OfferedWork[], page: PuckState): ReadonlySet<Id> {
  const quoted = new Set(quotedWorkOrderIds(page));
  const isOffered = ({ workOrderId }: OfferedWork) => quoted.size === 0 || quoted.has(workOrderId);
  return new Set(
    work.filter((one) => isOffered(one) && isIncluded(one)).map(({ workOrderId }) => workOrderId),
  );
}

type StoredWork = { workOrderId: Id; workOrderStatus: WorkOrderStatus };
type SettledWork<Stored> = { to: "OPEN" | "ARCHIVED"; work: Stored[] }[];

/**
 * Where accepting a page moves the work that was sent with it: drafts that were agreed on are opened, other drafts are
 * archived. Work that the company has moved already keeps its status.
 */
export function settleWork<Stored extends StoredWork>(
  sent: readonly OfferedWork[],
  page: PuckState,
  stored: readonly Stored[],
): SettledWork<Stored> {
  const agreed = agreedWorkIds(sent, page);
  const sentIds = new Set(sent.map(({ workOrderId }) => workOrderId));
  const drafts = stored.filter(
    ({ workOrderId, workOrderStatus }) => workOrderStatus === "DRAFT" && sentIds.has(workOrderId),
  );
  const { OPEN = [], ARCHIVED = [] } = Object.groupBy(drafts, ({ workOrderId }) =>
    agreed.has(workOrderId) ? "OPEN" : "ARCHIVED",
  );
  return [
    { to: "OPEN" as const, work: OPEN },
    { to: "ARCHIVED" as const, work: ARCHIVED },
  ].filter(({ work }) => work.length > 0);
}
