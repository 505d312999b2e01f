import { and, count, eq, exists, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Announcement } from "#domain/announcements/announcement.ts";
import type { Id } from "#domain/id.ts";
import type { Reader } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import type { Slice } from "../lists/read-list.ts";
import { announcementOrganizations, announcements } from "../schema/announcements.ts";
import { organizations } from "../schema/organizations.ts";

/** The announcements of a slice, with how many organizations and people have been told. */
export async function findAnnouncements(
  reader: Reader,
  { where, orderBy }: Pick<Slice, "where" | "orderBy">,
): Promise<Announcement[]> {
  const rows = await reader
    .select()
    .from(announcements)
    .where(where)
    .orderBy(...orderBy);
  const { announcementId, people } = announcementOrganizations;
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
    .where(
      isAnyOf(
        announcementId,
        rows.map((row) => row.announcementId),
      ),
    )
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
export function goesTo(reader: Reader, organizationId: Id): SQL {
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
