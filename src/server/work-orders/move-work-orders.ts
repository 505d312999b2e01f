import { and, eq, not } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import type { WorkOrderCard } from "#domain/work-orders/managed-work-order.ts";
import { WORK_ORDER_STATUS_LABELS } from "#domain/work-orders/work-order.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { lockWorkOrders, publishWorkOrderChanges } from "../documents/queries.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { findCardsOf } from "./admin-queries.ts";

type Move = z.output<(typeof calls.moveWorkOrders)["body"]>;

/** Moves work orders to a status, all or none. Refuses those that someone else has moved or deleted. */
export async function moveWorkOrders(deps: Deps, editor: Editor, request: Move): Promise<WorkOrderCard[]> {
  const { workOrderStatus: to } = request;
  return change(deps, editor, async ({ tx, at, record }) => {
    const seen = new Map(
      request.workOrders.map((one) => [one.workOrderId, one.expectedStatus ?? one.asRead]),
    );
    const ids = [...seen.keys()];
    const rows = await lockWorkOrders(tx, ids);
    const refused = ids.flatMap((workOrderId): Refused[] => {
      const row = rows.get(workOrderId);
      if (!row) return [{ workOrderId, name: null, why: "It has been deleted." }];
      const { name, workOrderStatus: now } = row;
      if (now === to || now === seen.get(workOrderId)) return [];
      return [{ workOrderId, name, why: `Someone else has moved it to ${WORK_ORDER_STATUS_LABELS[now]}.` }];
    });
    refuseAny(refused, ids.length);

    const moved = [...rows.values()].filter(({ workOrderStatus }) => workOrderStatus !== to);
    const movedIds = moved.map(({ workOrderId }) => workOrderId);
    await tx
      .update(workOrders)
      .set({ workOrderStatus: to, movedAt: at, updatedAt: at })
      .where(isAnyOf(workOrders.workOrderId, movedIds));
    for (const { workOrderId, organizationId, workOrderStatus: from } of moved) {
      await record({
        action: "work-order.move",
        subjectId: workOrderId,
        organizationId,
        details: { from, to },
      });
    }
    await publishWorkOrderChanges(tx, deps, moved);
    return findCardsOf(tx, ids);
  });
}

/** Shows work orders to their clients, all or none. Work of a document that is not sent yet waits for its sending. */
export async function showWorkOrders(
  deps: Deps,
  editor: Editor,
  workOrderIds: readonly Id[],
): Promise<WorkOrderCard[]> {
  return change(deps, editor, async (opened) => {
    const { tx } = opened;
    const ids = [...new Set(workOrderIds)];
    const rows = await lockWorkOrders(tx, ids);
    const documentIds = [...rows.values()].flatMap((row) => row.uniqueDocumentId ?? []);
    const { uniqueDocumentId: id, name, status } = uniqueDocuments;
    const drafts = await tx
      .select({ id, name })
      .from(uniqueDocuments)
      .where(and(isAnyOf(id, documentIds), eq(status, "DRAFT")));
    const draftById = new Map(drafts.map((one) => [one.id, one.name]));
    const refused = ids.flatMap((workOrderId): Refused[] => {
      const row = rows.get(workOrderId);
      if (!row) return [{ workOrderId, name: null, why: "It has been deleted." }];
      const draft = row.shownAt === null ? draftById.get(row.uniqueDocumentId ?? "") : undefined;
      if (draft === undefined) return [];
      const why = `Its document “${draft}” hasn't been sent yet. Sending the document shows its work.`;
      return [{ workOrderId, name: row.name, why }];
    });
    refuseAny(refused, ids.length);
    await markShown(opened, deps, ids);
    return findCardsOf(tx, ids);
  });
}

/** Notes that clients see these work orders from now on. Those that they see already stay as they are. */
async function markShown(
  { tx, at, record }: Pick<Change, "tx" | "at" | "record">,
  deps: Pick<Deps, "live">,
  ids: readonly Id[],
): Promise<void> {
  const shown = await tx
    .update(workOrders)
    .set({ shownAt: at, updatedAt: at })
    .where(and(isAnyOf(workOrders.workOrderId, ids), not(workOrderVisibleToClients(workOrders))))
    .returning();
  for (const { workOrderId, organizationId } of shown) {
    await record({ action: "work-order.show", subjectId: workOrderId, organizationId, details: {} });
  }
  await publishWorkOrderChanges(tx, deps, shown);
}

/** Why one of several work orders is refused. */
export type Refused = { workOrderId: Id; name: string | null; why: string };

/** Throws "conflict" with every refusal by its name, if there is one. Nothing is changed then. */
export function refuseAny(refused: readonly Refused[], request: number): void {
  const [first] = refused;
  if (!first) return;
  const names = refused.slice(0, 3).map(({ name, workOrderId, why }) => `${name ?? workOrderId}: ${why}`);
  const more = refused.length > names.length ? ` And ${refused.length - names.length} more.` : "";
  const none = request === 1 ? "Nothing was changed." : `None of the ${request} was changed.`;
  throw conflict("refused", `${names.join(" ")}${more} ${none}`, { refused });
}
