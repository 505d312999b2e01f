import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import { workOrders } from "../schema/work-orders.ts";

type QuotingDocument = { uniqueDocumentId: Id; organizationId: Id; puckState: PuckState };

/** Reports quoted work orders that belong to another document: the page would show them as missing. */
export async function checkQuotedWork(tx: Tx, documents: readonly QuotingDocument[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  const fresh = documents.map((document, at) => {
    const quoted = findQuoted(document.puckState, "puckState");
    return { at, id: document.uniqueDocumentId, draft: { ...document, quoted } };
  });
  await checkReferences(tx, { fresh, problems }, ({ organizationId, quoted }) =>
    quoted.map(({ path, workOrderId }) => ({
      path,
      to: "workOrders" as const,
      name: workOrderId,
      within: organizationId,
    })),
  );
  const refused = new Set(problems.map(({ at, path }) => `${at} ${path}`));
  const ids = fresh.flatMap(({ draft }) => draft.quoted.map(({ workOrderId }) => workOrderId));
  const documentOf = await findDocumentsOf(tx, ids);
  for (const { at, id, draft } of fresh) {
    for (const { path, workOrderId } of draft.quoted) {
      const owner = documentOf.get(workOrderId) ?? NO_PROPOSAL;
      if (owner === id || refused.has(`${at} ${path}`)) continue;
      const message = `The work order "${workOrderId}" isn't of this document: its uniqueDocument is "${owner}"`;
      problems.push({ at, path, message });
    }
  }
  return problems;
}

async function findDocumentsOf(tx: Tx, ids: readonly Id[]): Promise<Map<Id, Id | null>> {
  const { workOrderId, uniqueDocumentId } = workOrders;
  const rows = await tx
    .select({ workOrderId, uniqueDocumentId })
    .from(workOrders)
    .where(isAnyOf(workOrderId, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.workOrderId, row.uniqueDocumentId]));
}

/** The work orders that a page or a part of it quotes, in slots and in the zones of old pages. */
function findQuoted(value: unknown, path: string): { path: string; workOrderId: Id }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`;
    if (name !== "workOrderIds" || !Array.isArray(inner)) return findQuoted(inner, at);
    return inner.flatMap((workOrderId, index) =>
      typeof workOrderId === "string" ? { path: `${at}[${index}]`, workOrderId } : [],
    );
  });
}
