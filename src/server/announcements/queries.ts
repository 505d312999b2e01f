import { and, count, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/mail.ts";
import type { Announcement } from "#domain/announcements/announcement.ts";
import type { Id } from "#domain/id.ts";
import type { ANNOUNCEMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { DbOrTx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedTextColumn, type List } from "../lists/list.ts";
import { type ListSelection, pageOf, readList } from "../lists/read-list.ts";
import { announcementOrganizations, announcements } from "../schema/announcements.ts";
import { organizations } from "../schema/organizations.ts";

/** The announcements of a selection, with how many organizations and people were notified. */
export async function findAnnouncements(
  reader: DbOrTx,
  { where, orderBy }: Pick<ListSelection, "where" | "orderBy">,
): Promise<Announcement[]> {
  const rows = await reader
    .select()
    .from(announcements)
    .where(where)
    .orderBy(...orderBy);
  const { announcementId, people } = announcementOrganizations;
  const ids = rows.map((row) => row.announcementId);
  const counted = await reader
    .select({
      announcementId,
      organizations: count(),
      told: sql<number>`(count(*) filter (where ${isNotNull(people)}))::int`,
      people: sql<number>`coalesce(sum(${people}), 0)::int`,
      organizationName: sql<string>`min(${organizations.organizationName})`,
    })
    .from(announcementOrganizations)
    .innerJoin(organizations, eq(organizations.organizationId, announcementOrganizations.organizationId))
    .where(isAnyOf(announcementId, ids))
    .groupBy(announcementId);
  const countsById = new Map(counted.map((one) => [one.announcementId, one]));
  return rows.map(({ sentAt, ...row }) => {
    const counts = countsById.get(row.announcementId);
    return {
      ...row,
      sentAt: sentAt.toISOString(),
      organizations: counts?.organizations ?? 0,
      told: counts?.told ?? 0,
      people: counts?.people ?? 0,
      organizationName: counts?.organizations === 1 && !row.isToAll ? counts.organizationName : null,
    };
  });
}

/** Whether an announcement goes to an organization. */
function goesTo(reader: DbOrTx, organizationId: Id): SQL {
  return exists(
    reader
      .select({ one: sql`1` })
      .from(announcementOrganizations)
      .where(
        and(
          eq(announcementOrganizations.announcementId, announcements.announcementId),
          eq(announcementOrganizations.organizationId, organizationId),
        ),
      ),
  );
}

const ANNOUNCEMENT_LIST: List<(typeof ANNOUNCEMENT_LIST_COLUMNS)[number]> = {
  path: calls.listAnnouncements.path,
  from: sql`${announcements}`,
  id: announcements.announcementId,
  defaultSort: announcements.sentAt,
  columns: {
    title: computedTextColumn(announcements.title),
    text: computedTextColumn(announcements.text),
    sentBy: computedTextColumn(announcements.sentBy),
    sentAt: { type: "day", timestamp: announcements.sentAt },
  },
};

/** What was announced, newest first, all or one page. */
export async function listAnnouncements(
  deps: Deps,
  { organizationId, ...query }: z.output<typeof calls.listAnnouncements.query>,
): Promise<ListAnswer<typeof calls.listAnnouncements>> {
  const where = organizationId === undefined ? undefined : goesTo(deps.db, organizationId);
  const owner = organizationId ?? "company";
  const selection = await readList(deps, ANNOUNCEMENT_LIST, { cursorAudience: owner, where }, query);
  return { data: await findAnnouncements(deps.db, selection), ...pageOf(selection) };
}
