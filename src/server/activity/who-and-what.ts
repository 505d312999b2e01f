import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { A_VISITOR, THE_PORTAL, VISITORS_ACTIONS } from "#domain/activity/say-action.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import { userProfiles } from "../account/tables.ts";
import { auditEvents } from "../audit/tables.ts";
import { comparable } from "../db/comparable-sql.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { invoices } from "../invoices/tables.ts";
import { organizations } from "../organizations/tables.ts";
import { workOrders } from "../work-orders/tables.ts";

export const actors = alias(userProfiles, "actor");
export const concerned = alias(userProfiles, "concerned");

const { action, userProfileId, subjectId, details } = auditEvents;

export const nameOf = (person: typeof actors | typeof concerned | typeof userProfiles) =>
  sql<string | null>`nullif(trim(${person.firstName} || ' ' || ${person.lastName}), '')`;

export const isVisitors = sql`${userProfileId} is null and ${action} = any(${sql.param([...VISITORS_ACTIONS])}::text[])`;
export const isPortals = sql`${userProfileId} is null and ${action} <> all(${sql.param([...VISITORS_ACTIONS])}::text[])`;

/** Who acted, as the timeline names them. */
export const whoActed = sql<string>`coalesce(${nameOf(actors)}, ${actors.email},
  case when ${isVisitors} then ${A_VISITOR} else ${THE_PORTAL} end)`;

/** The name of a record without a table of its own here, such as a deleted one, as it was at that time. */
export const SUBJECTS_DETAILS = sql<
  string | null
>`coalesce(${details} ->> 'name', ${details} ->> 'productName',
  ${details} ->> 'title', ${details} ->> 'organizationName')`;

// A search looks for names first, and then for the rows of the few found, in place of reading the names of every row.

export function findsWho(wanted: string): SQL {
  const isNamed = sql`strpos(${comparable(sql`coalesce(${nameOf(userProfiles)}, ${userProfiles.email})`)}, ${wanted}) > 0`;
  const people = sql`${userProfileId} in (select ${userProfiles.userProfileId} from ${userProfiles} where ${isNamed})`;
  const others = [
    comparableText(A_VISITOR).includes(wanted) ? [sql`(${isVisitors})`] : [],
    comparableText(THE_PORTAL).includes(wanted) ? [sql`(${isPortals})`] : [],
  ].flat();
  return sql`(${sql.join([people, ...others], sql` or `)})`;
}

export function findsAbout(wanted: string): SQL {
  const has = (text: SQL) => sql`strpos(${text}, ${wanted}) > 0`;
  const found = sql`
    select ${uniqueDocuments.uniqueDocumentId} from ${uniqueDocuments} where ${has(uniqueDocuments.nameComparable.getSQL())}
    union all select ${workOrders.workOrderId} from ${workOrders} where ${has(comparable(workOrders.name))}
    union all select ${invoices.invoiceId} from ${invoices} where ${has(comparable(invoices.name))}
    union all select ${organizations.organizationId} from ${organizations} where ${has(organizations.nameComparable.getSQL())}
    union all select ${userProfiles.userProfileId} from ${userProfiles} where ${has(comparable(nameOf(userProfiles)))}`;
  const inDetails = sql`${action} = any(${sql.param(NAMED_IN_DETAILS)}::text[]) and ${has(comparable(SUBJECTS_DETAILS))}`;
  return sql`(${subjectId} in (${found}) or (${inDetails}))`;
}

/** The actions whose records may be gone, or have no name elsewhere. */
const NAMED_IN_DETAILS = [
  ...["document.delete", "work-order.delete", "announcement.send", "product.add", "product.change"],
  ...["product.delete", "product.retire", "product.restore"],
  ...["template.add", "template.change", "template.delete", "template.edit"],
  ...["template.retire", "template.restore"],
];
