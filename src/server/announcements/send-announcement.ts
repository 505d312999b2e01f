import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/mail.ts";
import type { Announcement, AnnouncementTo } from "#domain/announcements/announcement.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { announcementOrganizations, announcements } from "../schema/announcements.ts";
import { organizations } from "../schema/organizations.ts";
import { notifyAnnouncement } from "./notify-announcement.job.ts";
import { findAnnouncements } from "./queries.ts";

/** Stores an announcement with its organizations. A job notifies their people. */
export async function sendAnnouncement(
  deps: Deps,
  editor: Editor,
  { details, to }: z.output<typeof calls.sendAnnouncement.body>,
): Promise<Announcement> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const announcementId = v7();
    const isToAll = "all" in to;
    await tx.insert(announcements).values({
      announcementId,
      ...details,
      isToAll,
      sentBy: editor.name,
      sentAt: at,
    });
    await addOrganizations(tx, announcementId, to);
    const chosen = "organizationIds" in to && to.organizationIds.length === 1 ? to.organizationIds[0] : null;
    await record({
      action: "announcement.send",
      subjectId: announcementId,
      organizationId: chosen ?? null,
      details: { title: details.title, isMailed: details.isMailed, to: isToAll ? "all" : to.organizationIds },
    });
    await deps.queue.enqueue(tx, notifyAnnouncement, { announcementId });
    const [announcement] = await findAnnouncements(tx, {
      where: eq(announcements.announcementId, announcementId),
      orderBy: [],
    });
    if (!announcement) throw new Error("An announcement that was just made is not there.");
    return announcement;
  });
}

async function addOrganizations(tx: Tx, announcementId: Id, to: AnnouncementTo): Promise<void> {
  const chosen =
    "all" in to
      ? eq(organizations.status, "ACTIVE")
      : isAnyOf(organizations.organizationId, [...new Set(to.organizationIds)]);
  const { rowCount } = await tx.insert(announcementOrganizations).select(
    tx
      .select({
        announcementId: sql<Id>`${announcementId}::text`.as("announcement_id"),
        organizationId: organizations.organizationId,
        people: sql<number | null>`null::int`.as("people"),
      })
      .from(organizations)
      .where(chosen),
  );
  const expectedCount = "all" in to ? 1 : new Set(to.organizationIds).size;
  if ((rowCount ?? 0) >= expectedCount) return;
  const message =
    "all" in to
      ? "No organization is active, so there are no recipients. Nothing was sent."
      : "One of these organizations no longer exists. Nothing was sent.";
  throw new AppError("all" in to ? "conflict" : "not-found", message, { reason: "no-receiver" });
}
