import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/work-orders.ts";
import type { Id } from "#domain/id.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { BoardColumn } from "#domain/work-orders/managed-work-order.ts";
import { WORK_ORDER_STATUSES, type WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { contains } from "../db/comparable-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { readCountsByStatus } from "../lists/count-triggers.ts";
import { organizations } from "../schema/organizations.ts";
import { isOnBoard, workOrders } from "../schema/work-orders.ts";
import { findCardsOf } from "./admin-queries.ts";

type Query = z.output<typeof calls.getWorkOrderBoard.query>;

/** The board: of each status the cards that came last, and how many there are. Work of closed documents is left out. */
export async function findBoard(reader: DbOrTx, { limit, organizationId, q }: Query): Promise<BoardColumn[]> {
  const filter = and(
    isOnBoard(workOrders),
    organizationId === undefined ? undefined : eq(workOrders.organizationId, organizationId),
    q ? saying(q) : undefined,
  );
  // What is asked in one turn is one message to the database.
  const [totals, ...ids] = await Promise.all([
    q
      ? countByStatus(reader, filter)
      : readCountsByStatus(reader, { list: "work orders on the board", organizationId }),
    ...WORK_ORDER_STATUSES.map((status) => findLatest(reader, status, filter, limit)),
  ]);
  const cards = new Map((await findCardsOf(reader, ids.flat())).map((card) => [card.workOrderId, card]));
  return WORK_ORDER_STATUSES.map((workOrderStatus, at) => ({
    workOrderStatus,
    total: totals.get(workOrderStatus) ?? 0,
    cards: (ids[at] ?? []).flatMap((id) => cards.get(id) ?? []),
  }));
}

type Totals = Map<string, number>;

async function countByStatus(reader: DbOrTx, where: SQL | undefined): Promise<Totals> {
  const rows = await reader
    .select({ status: workOrders.workOrderStatus, total: sql<number>`count(*)::int` })
    .from(workOrders)
    .where(where)
    .groupBy(workOrders.workOrderStatus);
  return new Map(rows.map(({ status, total }) => [status, total]));
}

async function findLatest(
  reader: DbOrTx,
  status: WorkOrderStatus,
  filter: SQL | undefined,
  limit: number,
): Promise<Id[]> {
  const rows = await reader
    .select({ id: workOrders.workOrderId })
    .from(workOrders)
    .where(and(eq(workOrders.workOrderStatus, status), filter))
    .orderBy(sql`${workOrders.movedAt} desc nulls last`, sql`${workOrders.workOrderId} desc nulls last`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

function saying(q: string): SQL | undefined {
  const query = comparableText(q);
  const { organizationId, nameComparable } = organizations;
  return or(
    contains(workOrders.nameComparable, query),
    contains(workOrders.externalIdComparable, query),
    sql`${workOrders.organizationId} in (select ${organizationId} from ${organizations}
      where ${contains(nameComparable, query)})`,
  );
}
