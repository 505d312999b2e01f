import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { exportActivity } from "#contract/admin/activity.ts";
import type { Actor } from "#domain/activity/activity.ts";
import type { Deps } from "../deps.ts";
import { auditEvents } from "../schema/audit.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { workOrders } from "../schema/work-orders.ts";
import { isPortals, isVisitors } from "./who-and-what.ts";

const { at, action, userProfileId, isByCompany, subjectId, organizationId } = auditEvents;

type Part = z.output<typeof exportActivity.body>;

/** The condition of a part of the activity, with days of the company's time zone. */
export function partOf({ actions, settings }: Deps, part: Part): SQL | undefined {
  const { timeZone } = settings.now();
  const startOf = (day: string, plus = 0) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone ${timeZone})`;
  return and(
    part.organizationId === undefined ? undefined : eq(organizationId, part.organizationId),
    part.subjectId === undefined ? undefined : eq(subjectId, part.subjectId),
    part.documentId === undefined
      ? undefined
      : sql`${subjectId} = any(array(${partsOfDocument(part.documentId)}))`,
    part.personId === undefined
      ? undefined
      : sql`(${userProfileId} = ${part.personId} or ${subjectId} = ${part.personId})`,
    part.userProfileId === undefined ? undefined : eq(userProfileId, part.userProfileId),
    part.kind && inArray(action, actions.ofKind(part.kind)),
    part.by && BY[part.by],
    part.from === undefined ? undefined : sql`${at} >= ${startOf(part.from)}`,
    part.to === undefined ? undefined : sql`${at} < ${startOf(part.to, 1)}`,
  );
}

/** A document, its work orders, the invoices that ask parts of it, and those that it and its work name. */
function partsOfDocument(documentId: string): SQL {
  const isOwn = eq(workOrders.uniqueDocumentId, documentId);
  return sql`select ${documentId}::text
    union select ${workOrders.workOrderId} from ${workOrders} where ${isOwn}
    union select ${workOrders.invoiceId} from ${workOrders} where ${isOwn}
    union select ${invoices.invoiceId} from ${invoices} where ${eq(invoices.uniqueDocumentId, documentId)}
    union select ${uniqueDocuments.invoiceId} from ${uniqueDocuments}
      where ${eq(uniqueDocuments.uniqueDocumentId, documentId)}`;
}

const BY: Record<Actor, SQL> = {
  company: sql`${isByCompany}`,
  clients: sql`${userProfileId} is not null and not ${isByCompany}`,
  visitors: isVisitors,
  portal: isPortals,
};
