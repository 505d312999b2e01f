import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/activity.ts";
import { type Activity, MAX_COUNTED } from "#domain/activity/activity.ts";
import { type AllActions, describeAction } from "#domain/activity/describe-action.ts";
import { describeNote } from "#domain/activity/describe-note.ts";
import type { ACTIVITY_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, type List } from "../lists/list.ts";
import { type ListSelection, pageOf, readList } from "../lists/read-list.ts";
import { userProfiles } from "../schema/account.ts";
import { auditEvents } from "../schema/audit.ts";
import { invoices, uniqueDocuments } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";
import { organizations } from "../schema/organizations.ts";
import { workOrders } from "../schema/work-orders.ts";
import {
  activityFilter,
  actors,
  actorText,
  matchAction,
  matchActor,
  matchOrganization,
  matchSubject,
  NAME_IN_DETAILS,
  nameOf,
  subjectPerson,
} from "./who-and-what.ts";

const { auditEventId, at, action, userProfileId, subjectId, organizationId, details } = auditEvents;
const { organizationName } = organizations;

const mailOf = eq(mails.mailId, sql`${details} ->> 'mailId'`);
const nameOfOrganization = sql`case when ${action} like 'organization.%' then ${organizationName} end`;
const about = sql<string | null>`coalesce(${uniqueDocuments.name}, ${workOrders.name}, ${invoices.name},
  ${nameOf(subjectPerson)}, ${nameOfOrganization}, ${NAME_IN_DETAILS})`;

/** The phrase of each action in SQL, so that the list is sorted as it reads. */
const phraseOf = ({ phrases }: AllActions) =>
  sql`coalesce(${JSON.stringify(phrases)}::jsonb ->> ${action}, translate(${action}, '.-', '  '))`;

/** Left joins by primary keys, because the planner leaves them out of a statement that only counts. */
const FROM = sql`${auditEvents}
  left join ${userProfiles} as "actor" on ${eq(actors.userProfileId, userProfileId)}
  left join ${userProfiles} as "subjectPerson" on ${eq(subjectPerson.userProfileId, subjectId)}
  left join ${uniqueDocuments} on ${eq(uniqueDocuments.uniqueDocumentId, subjectId)}
  left join ${workOrders} on ${eq(workOrders.workOrderId, subjectId)}
  left join ${invoices} on ${eq(invoices.invoiceId, subjectId)}
  left join ${organizations} on ${eq(organizations.organizationId, organizationId)}`;

const activityList = (actions: AllActions): List<(typeof ACTIVITY_LIST_COLUMNS)[number]> => ({
  path: calls.listActivity.path,
  from: FROM,
  id: auditEventId,
  defaultSort: at,
  maxCounted: MAX_COUNTED,
  columns: {
    at: { type: "timestamp", timestamp: at },
    who: { ...computedTextColumn(actorText), finds: matchActor },
    what: { ...computedTextColumn(phraseOf(actions)), finds: matchAction(actions) },
    about: { ...computedTextColumn(about), finds: matchSubject(actions) },
    organizationName: { ...computedTextColumn(organizationName), finds: matchOrganization },
  },
});

/** What happened, latest first, all or one page. */
export async function listActivity(
  deps: Deps,
  request: z.output<typeof calls.listActivity.query>,
): Promise<ListAnswer<typeof calls.listActivity>> {
  const { limit, cursor, offset, q, filter, sort, timeZone, ...part } = request;
  const query = { limit, cursor, offset, q, filter, sort, timeZone };
  const where = activityFilter(deps, part);
  const selection = await readList(
    deps,
    activityList(deps.actions),
    { cursorAudience: JSON.stringify(part), where },
    query,
  );
  return { data: await findActivity(deps, selection), ...pageOf(selection) };
}

/** The rows of a selection, with present names. */
export async function findActivity(
  { db, actions }: Deps,
  { where, orderBy }: Pick<ListSelection, "where" | "orderBy">,
  limit?: number,
): Promise<Activity[]> {
  const found = db
    .select({
      auditEventId,
      at,
      action,
      who: actorText,
      userProfileId,
      subjectId,
      about,
      details,
      recipient: mails.recipient,
      subject: mails.subject,
      failure: mails.failure,
      organizationId,
      organizationName,
    })
    .from(auditEvents)
    .leftJoin(actors, eq(actors.userProfileId, userProfileId))
    .leftJoin(subjectPerson, eq(subjectPerson.userProfileId, subjectId))
    .leftJoin(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, subjectId))
    .leftJoin(workOrders, eq(workOrders.workOrderId, subjectId))
    .leftJoin(invoices, eq(invoices.invoiceId, subjectId))
    .leftJoin(organizations, eq(organizations.organizationId, organizationId))
    .leftJoin(mails, mailOf)
    .where(where)
    .orderBy(...orderBy);
  const rows = await (limit === undefined ? found : found.limit(limit));
  return rows.map(({ recipient, subject, failure, details: more, ...row }) => ({
    ...row,
    at: row.at.toISOString(),
    what: describeAction(actions, row.action),
    about: row.about ?? subject,
    note:
      recipient === null
        ? describeNote(row.action, more)
        : noteOfMail(recipient, row.about ? subject : null, failure),
  }));
}

function noteOfMail(recipient: string, subject: string | null, failure: string | null): string {
  const what = subject ? `to ${recipient}: ${subject}` : `to ${recipient}`;
  return failure ? `${what} (${failure})` : what;
}
