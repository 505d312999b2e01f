import { and, asc, eq, exists, gt, or } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { accessRecords } from "../schema/access-records.ts";
import { userProfiles } from "../schema/account.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import type { AccessEvent, AccessRecordRow } from "./access-event.ts";
import { composeAccessNotice, describeAccess, describeMany, describeOwnAccess } from "./access-mail.ts";
import { NOTIFY_AFTER_REMOVAL_MS } from "./queries.ts";

export type NotifyDeps = Pick<Deps, "clock" | "env" | "live" | "queue" | "secrets" | "settings">;

/** An event with the id of its record. */
export type RecordedEvent = AccessEvent & Pick<AccessRecordRow, "accessRecordId">;
type NamedEvent = RecordedEvent & { organizationName: string };

/** An event for one mailbox, which gets one mail for all organizations. */
type Notice = { event: NamedEvent; sentence: string; isAboutOne: boolean; isOwn: boolean };

/**
 * Notifies the writers of each organization, and the person, by one notification and one mail each. The actor and
 * people who have just joined are not notified, and a withdrawn invitation notifies no one.
 */
export async function notifyWriters(tx: Tx, deps: NotifyDeps, all: readonly RecordedEvent[]): Promise<void> {
  const notified = all.filter(({ kind }) => kind !== "withdraw");
  if (notified.length === 0) return;
  const ids = [...new Set(notified.flatMap(({ organizationId }) => organizationId ?? []))];
  const [names, writers] = await Promise.all([findNames(tx, ids), findWriters(tx, ids, deps.clock())]);
  const events = notified.map((event) => ({
    ...event,
    organizationName: names.get(event.organizationId ?? "") ?? "",
  }));
  const notices = new Map<string, Notice[]>();
  const add = (email: string, notice: Notice) => notices.set(email, [...(notices.get(email) ?? []), notice]);
  for (const [organizationId, own] of Map.groupBy(events, (event) => event.organizationId)) {
    const ofOrganization = writers.get(organizationId ?? "") ?? [];
    const recipients = ofOrganization.filter((one) => isRecipient(one.userProfileId, own));
    await notifyOrganization(tx, deps, recipients, own);
    const [event] = own;
    if (!event) continue;
    const notice = {
      event,
      sentence: sentenceOf(deps, own, "mail"),
      isAboutOne: own.length === 1,
      isOwn: false,
    };
    for (const { email } of recipients) add(email, notice);
  }
  const { companyName } = deps.settings.now();
  for (const event of events) {
    const sentence = describeOwnAccess(companyName, event);
    if (sentence !== null) add(event.person.email, { event, sentence, isAboutOne: true, isOwn: true });
  }
  for (const [to, ofMailbox] of notices) await mailNotices(tx, deps, to, ofMailbox);
}

/** The person gets a message of their own. */
function isRecipient(userProfileId: Id, events: readonly NamedEvent[]): boolean {
  const own = events.filter(({ person }) => person.userProfileId === userProfileId);
  if (events.some(({ actor }) => actor.userProfileId === userProfileId)) return false;
  return own.length === 0 || (events.length > 1 && own.every(({ kind }) => kind !== "grant"));
}

function sentenceOf(
  { settings }: Pick<Deps, "settings">,
  events: readonly NamedEvent[],
  medium: "mail" | "notification",
): string {
  const { companyName } = settings.now();
  const [event, ...others] = events;
  if (!event) throw new Error("There is no event to describe.");
  return others.length === 0 ? describeAccess(companyName, event, medium) : describeMany(companyName, events);
}

async function notifyOrganization(
  tx: Tx,
  deps: NotifyDeps,
  recipients: readonly { userProfileId: Id }[],
  events: readonly NamedEvent[],
): Promise<void> {
  const [first] = events;
  if (!first?.organizationId) return;
  const message = sentenceOf(deps, events, "notification").slice(0, 500);
  const event = `access.${first.kind}:${first.accessRecordId}`;
  const audience = { organization: first.organizationId };
  await notify(tx, deps, audience, { message, link: "/permissions", event }, recipients);
}

async function mailNotices(tx: Tx, deps: NotifyDeps, to: string, notices: readonly Notice[]): Promise<void> {
  const [first, ...others] = notices;
  if (!first) return;
  const { organizationId, organizationName, person, invitationId } = first.event;
  const isElsewhere = others.some(({ event }) => event.organizationId !== organizationId);
  const isAboutOne = notices.every(
    ({ isAboutOne: isOne, event }) => isOne && event.person.userProfileId === person.userProfileId,
  );
  const mail = composeAccessNotice(deps.settings.now(), deps.env.publicUrl, {
    sentences: [...new Set(notices.map(({ sentence }) => sentence))],
    organizationName: isElsewhere || organizationId === null ? null : organizationName,
    isOwn: notices.every((one) => one.isOwn),
    person: isAboutOne && person.email !== "" && !first.event.isRemovedForGood ? person : null,
  });
  // What is mailed about a person is forgotten when they are removed for good.
  const subjectId = (isAboutOne && (person.userProfileId ?? invitationId)) || organizationId || "";
  const about = { subjectId, organizationId: isElsewhere ? null : organizationId };
  await queueMail(tx, deps, { to, about, ...mail }, null);
}

async function findNames(tx: Tx, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  const { organizationId, organizationName } = organizations;
  const rows = await tx
    .select({ organizationId, organizationName })
    .from(organizations)
    .where(isAnyOf(organizationId, ids));
  return new Map(rows.map((row) => [row.organizationId, row.organizationName]));
}

/** Present writers, and members who lost that right at most a day ago: no one can take it first to act unnoticed. */
async function findWriters(tx: Tx, ids: readonly Id[], now: Date) {
  const { organizationId, userId, permissionType } = organizationPermissions;
  const { userProfileId, email } = userProfiles;
  const { kind, at, previousPermissionType } = accessRecords;
  const lowered = tx
    .select({ organizationId: accessRecords.organizationId })
    .from(accessRecords)
    .where(
      and(
        eq(accessRecords.organizationId, organizationId),
        eq(accessRecords.userProfileId, userId),
        eq(kind, "change"),
        eq(previousPermissionType, "write"),
        gt(at, new Date(now.getTime() - NOTIFY_AFTER_REMOVAL_MS)),
      ),
    );
  const rows = await tx
    .select({ organizationId, userProfileId, email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfileId, userId))
    .where(and(isAnyOf(organizationId, ids), or(eq(permissionType, "write"), exists(lowered))))
    .orderBy(asc(organizationId), asc(userProfileId));
  return Map.groupBy(rows, (row) => row.organizationId);
}
