import { sql } from "drizzle-orm";
import type { z } from "zod";
import * as calls from "#contract/admin/mail.ts";
import type { ANNOUNCEMENT_LIST_COLUMNS } from "#domain/lists/list-columns.ts";
import type { Deps } from "../deps.ts";
import type { ListAnswer } from "../http/route.ts";
import { computedText, type List } from "../lists/list.ts";
import { pageOf, readList } from "../lists/read-list.ts";
import { announcements } from "../schema/announcements.ts";
import { findAnnouncements, goesTo } from "./queries.ts";

const ANNOUNCEMENT_LIST: List<(typeof ANNOUNCEMENT_LIST_COLUMNS)[number]> = {
  path: calls.listAnnouncements.path,
  from: sql`${announcements}`,
  id: announcements.announcementId,
  recent: announcements.sentAt,
  columns: {
    title: computedText(announcements.title),
    text: computedText(announcements.text),
    sentBy: computedText(announcements.sentBy),
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
  const slice = await readList(deps, ANNOUNCEMENT_LIST, { owner, where }, query);
  return { data: await findAnnouncements(deps.db, slice), ...pageOf(slice) };
}
