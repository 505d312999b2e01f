import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { workOrderPath } from "../ui/work-order-paths.ts";

/** The work orders that belong to a document. */
export function DocumentWork({ workOrders }: Pick<AdminDocument, "workOrders">) {
  return (
    <Card aria-labelledby="work">
      <CardHeading id="work">Work orders</CardHeading>
      {workOrders.length === 0 ? (
        <p className="px-5 py-4 text-ink-soft">
          No work order names this document yet. Choose the document in a work order to add one.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {workOrders.map((work) => (
            <li key={work.workOrderId} className="flex items-center justify-between gap-x-4 px-5 py-2.5">
              <span className="min-w-0">
                <TextLink to={workOrderPath(work.workOrderId)} dir="auto" className="wrap-anywhere">
                  {work.name}
                </TextLink>
                <span className="ml-2 text-ink-faint text-sm">
                  {work.externalId}
                  {work.optional.isOptional
                    ? `, optional, ${isIncluded(work) ? "wanted" : "not wanted"}`
                    : ""}
                </span>
              </span>
              <span className="shrink-0">
                <Badge status={work.workOrderStatus} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
