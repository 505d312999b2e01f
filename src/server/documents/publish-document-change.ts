import type { Audience } from "#domain/notifications/notification.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "./queries.ts";

/** Tells the company's open pages of a changed document, and its client's pages if the client sees it. */
export async function publishDocumentChange(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  {
    uniqueDocumentId,
    organizationId,
    shownAt,
  }: Pick<DocumentRow, "uniqueDocumentId" | "organizationId" | "shownAt">,
): Promise<void> {
  const event = { kind: "document", id: uniqueDocumentId } as const;
  const audiences: Audience[] = [
    { company: true },
    ...(shownAt === null ? [] : [{ organization: organizationId }]),
  ];
  await live.publishAll(
    tx,
    audiences.map((audience) => ({ audience, event })),
  );
}
