import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { exportActivity } from "#contract/admin/activity.ts";
import type { ActorGroup } from "#domain/activity/activity.ts";
import {
  A_VISITOR,
  type AllActions,
  describeAction,
  THE_PORTAL,
  VISITORS_ACTIONS,
} from "#domain/activity/describe-action.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { comparable, contains } from "../db/comparable-sql.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { isOneOf } from "../lists/list.ts";
import { userProfiles } from "../schema/account.ts";
import { auditEvents } from "../schema/audit.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrders } from "../schema/work-orders.ts";

export const actors = alias(userProfiles, "actor");
export const subjectPerson = alias(userProfiles, "subjectPerson");

const { at, action, userProfileId, isByCompany, subjectId, organizationId, details } = auditEvents;

export const nameOf = (person: typeof actors | typeof subjectPerson | typeof userProfiles) =>
  sql<string | null>`nullif(trim(${person.firstName} || ' ' || ${person.lastName}), '')`;

const isByVisitor = sql`${userProfileId} is null and ${action} = any(${sql.param([...VISITORS_ACTIONS])}::text[])`;
const isByPortal = sql`${userProfileId} is null and ${action} <> all(${sql.param([...VISITORS_ACTIONS])}::text[])`;

/** Who acted, as the timeline names them. */
export const actorText = sql<string>`coalesce(${nameOf(actors)}, ${actors.email},
  case when ${isByVisitor} then ${A_VISITOR} else ${THE_PORTAL} end)`;

/** The name of a record without a table of its own here, such as a deleted one, as it was at that time. */
export const NAME_IN_DETAILS = sql<
  string | null
>`coalesce(${details} ->> 'name', ${details} ->> 'productName',
  ${details} ->> 'title', ${details} ->> 'organizationName')`;

// A search matches names first, and then for the rows of the few found by their indexes. The second statement has the
// ids as values, so that the planner knows whether they have few rows or most.

export async function matchActor(reader: DbOrTx, query: string): Promise<SQL> {
  const isNamed = contains(comparable(sql`coalesce(${nameOf(userProfiles)}, ${userProfiles.email})`), query);
  const people = await isOneOf(
    reader,
    userProfileId,
    sql`select ${userProfiles.userProfileId} from ${userProfiles} where ${isNamed}`,
  );
  const others = [
    comparableText(A_VISITOR).includes(query) ? [sql`(${isByVisitor})`] : [],
    comparableText(THE_PORTAL).includes(query) ? [sql`(${isByPortal})`] : [],
  ].flat();
  return sql`(${sql.join([people, ...others], sql` or `)})`;
}

/** Every action of the trail, each by one index lookup. */
const ACTIONS = sql`
  with recursive known (action) as (
    (select ${action} from ${auditEvents} order by ${action} limit 1)
    union all
    select (select ${action} from ${auditEvents} where ${action} > known.action order by ${action} limit 1)
    from known where known.action is not null)
  select action from known where action is not null`;

export const matchAction = (actions: AllActions) => async (reader: DbOrTx, query: string) => {
  const { rows } = await reader.execute<{ action: string }>(ACTIONS);
  const isDescribedBy = (name: string) => comparableText(describeAction(actions, name)).includes(query);
  return isAnyOf(action, rows.map((row) => row.action).filter(isDescribedBy));
};

export async function matchOrganization(reader: DbOrTx, query: string): Promise<SQL> {
  const found = sql`select ${organizations.organizationId} from ${organizations}
    where ${contains(organizations.nameComparable, query)}`;
  return isOneOf(reader, organizationId, found);
}

export const matchSubject = (actions: AllActions) => async (reader: DbOrTx, query: string) => {
  const has = (text: SQLWrapper) => contains(text, query);
  const found = sql`
    select ${uniqueDocuments.uniqueDocumentId} from ${uniqueDocuments} where ${has(uniqueDocuments.nameComparable)}
    union all select ${workOrders.workOrderId} from ${workOrders} where ${has(workOrders.nameComparable)}
    union all select ${invoices.invoiceId} from ${invoices} where ${has(invoices.nameComparable)}
    union all select ${organizations.organizationId} from ${organizations} where ${has(organizations.nameComparable)}
    union all select ${userProfiles.userProfileId} from ${userProfiles} where ${has(comparable(nameOf(userProfiles)))}`;
  const inDetails = sql`${isAnyOf(action, actions.namedInDetails)} and ${has(comparable(NAME_IN_DETAILS))}`;
  return sql`(${await isOneOf(reader, subjectId, found)} or (${inDetails}))`;
};

type Part = z.output<typeof exportActivity.body>;

/** The condition of a part of the activity, with days of the company's time zone. */
export function activityFilter({ actions, settings }: Deps, part: Part): SQL | undefined {
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

/** A document, its work orders, its part invoices, and those that it and its work refer to. */
function partsOfDocument(documentId: string): SQL {
  const isOwn = eq(workOrders.uniqueDocumentId, documentId);
  return sql`select ${documentId}::text
    union select ${workOrders.workOrderId} from ${workOrders} where ${isOwn}
    union select ${workOrders.invoiceId} from ${workOrders} where ${isOwn}
    union select ${invoices.invoiceId} from ${invoices} where ${eq(invoices.uniqueDocumentId, documentId)}
    union select ${uniqueDocuments.invoiceId} from ${uniqueDocuments}
      where ${eq(uniqueDocuments.uniqueDocumentId, documentId)}`;
}

const BY: Record<ActorGroup, SQL> = {
  company: sql`${isByCompany}`,
  clients: sql`${userProfileId} is not null and not ${isByCompany}`,
  visitors: isByVisitor,
  portal: isByPortal,
};
