import { and, desc, eq, inArray } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { WorkOrderEvent } from "#domain/work-orders/admin-work-order.ts";
import { WorkOrderStatus } from "#domain/work-orders/work-order.ts";
import { userProfiles } from "../account/tables.ts";
import { auditEvents } from "../audit/tables.ts";
import type { Reader } from "../db/database.ts";

const DEED_OF = new Map(WorkOrderEvent.shape.what.options.map((deed) => [`work-order.${deed}`, deed]));

const MOST = 500;

/** What happened to a work order, from its audit rows, the latest first. */
export async function findHistory(reader: Reader, workOrderId: Id): Promise<WorkOrderEvent[]> {
  const { at, action, details, subjectId, userProfileId, auditEventId } = auditEvents;
  const { firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ at, action, details, firstName, lastName, email })
    .from(auditEvents)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, userProfileId))
    .where(and(eq(subjectId, workOrderId), inArray(action, [...DEED_OF.keys()])))
    .orderBy(desc(at), desc(auditEventId))
    .limit(MOST);
  return rows.flatMap((row) => {
    const what = DEED_OF.get(row.action);
    if (what === undefined) return [];
    const { fields, from, to, doesClientWantWorkDone } = row.details;
    return {
      at: row.at.toISOString(),
      what,
      who: whoOf(row),
      fields: Array.isArray(fields) ? fields.map(String) : [],
      from: statusOf(from),
      to: statusOf(to),
      isWanted: typeof doesClientWantWorkDone === "boolean" ? doesClientWantWorkDone : null,
    };
  });
}

type Who = { firstName: string | null; lastName: string | null; email: string | null };

/** Null for the portal itself. */
function whoOf({ firstName, lastName, email }: Who): string | null {
  if (email === null) return null;
  return displayName({ firstName: firstName ?? "", lastName: lastName ?? "", email });
}

function statusOf(found: unknown): WorkOrderStatus | null {
  return WorkOrderStatus.safeParse(found).data ?? null;
}
