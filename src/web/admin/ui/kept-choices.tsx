import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { isIncluded } from "#domain/work-orders/is-included.ts";
import { Notice } from "#web/ui/notice.tsx";

/** The optional work of a new version that its client chose in the version before. No one else chooses before it is sent. */
export function KeptChoices({
  document: { predecessor, shownAt, workOrders },
}: {
  document: ManagedDocument;
}) {
  const kept = workOrders.filter((work) => work.optional.isOptional && isIncluded(work));
  if (predecessor === null || shownAt !== null || kept.length === 0) return null;
  return (
    <Notice tone="info" title="Your client’s choices are kept">
      Optional work that they chose in <span translate="no">{predecessor.externalId}</span> stays included:{" "}
      <bdi className="wrap-anywhere">{kept.map(({ name }) => name).join(", ")}</bdi>
    </Notice>
  );
}
