import { and, asc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { announcementMessage } from "#domain/announcements/announcement.ts";
import { Id } from "#domain/id.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { findMemberEmails } from "../account/queries.ts";
import type { ComposedMail, Deps, MailBrand } from "../deps.ts";
import { defineJob } from "../jobs/job.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { announcementOrganizations, announcements } from "../schema/announcements.ts";

/** The organizations of one transaction, so that no change of theirs waits long. */
const BATCH_SIZE = 25;

/** Notifies the people of an announcement's organizations, some organizations at a time. */
export const notifyAnnouncement = defineJob({
  name: "tell-announcement",
  payload: z.object({ announcementId: Id }),
  async run(deps, { announcementId }) {
    let isMore = true;
    while (isMore) {
      isMore = await change(deps, PORTAL, (opened) => notifyBatch(opened, deps, announcementId));
    }
  },
});

/** Notifies the next organizations. False if there are no more. */
async function notifyBatch({ tx }: Change, deps: Deps, announcementId: Id): Promise<boolean> {
  const [announcement] = await tx
    .select()
    .from(announcements)
    .where(eq(announcements.announcementId, announcementId));
  if (!announcement) return false;
  const { organizationId } = announcementOrganizations;
  const next = await tx
    .select({ organizationId })
    .from(announcementOrganizations)
    .where(
      and(
        eq(announcementOrganizations.announcementId, announcementId),
        isNull(announcementOrganizations.people),
      ),
    )
    .orderBy(asc(organizationId))
    .limit(BATCH_SIZE)
    .for("update");
  for (const one of next) {
    const people = await notifyOrganization(tx, deps, announcement, one.organizationId);
    await tx
      .update(announcementOrganizations)
      .set({ people })
      .where(
        and(
          eq(announcementOrganizations.announcementId, announcementId),
          eq(announcementOrganizations.organizationId, one.organizationId),
        ),
      );
  }
  if (next.length > 0) {
    await deps.live.publish(tx, { company: true }, { kind: "announcement", id: announcementId });
  }
  return next.length === BATCH_SIZE;
}

/** Returns how many people of the organization were notified. */
async function notifyOrganization(
  tx: Change["tx"],
  deps: Deps,
  announcement: typeof announcements.$inferSelect,
  organization: Id,
): Promise<number> {
  const { announcementId, title, text, link, isMailed } = announcement;
  const event = `announcement:${announcementId}`;
  await notify(
    tx,
    deps,
    { organization },
    { message: announcementMessage({ title, text }), link, event: `${event}:${organization}` },
  );
  const emails = await findMemberEmails(tx, organization);
  if (!isMailed) return emails.length;
  const mail = composeAnnouncement(deps.settings.now(), deps.env.publicUrl, { title, text, link });
  const about = { subjectId: announcementId, organizationId: organization };
  for (const to of emails) await queueMail(tx, deps, { to, about, ...mail }, event);
  return emails.length;
}

type Announced = { title: string; text: string; link: string | null };

/** The mail of an announcement. A link of the portal's own begins with "/". */
export function composeAnnouncement(
  brand: MailBrand,
  publicUrl: string,
  { title, text, link }: Announced,
): ComposedMail {
  const href = link?.startsWith("/") ? `${publicUrl}${link}` : link;
  return composeMail(brand, {
    subject: title,
    heading: title,
    paragraphs: [text],
    button: { label: href ? "Read more" : "Open the portal", href: href ?? `${publicUrl}/notifications` },
  });
}
