import { and, desc, eq, inArray } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { userProfiles } from "../account/tables.ts";
import type { Reader } from "../db/database.ts";
import { auditEvents } from "./tables.ts";

const MOST = 500;

type EventOf<What> = { at: string; what: What; who: string | null; fields: string[]; details: EventDetails };
type EventDetails = (typeof auditEvents.$inferSelect)["details"];

/** What happened to a record, from its audit rows, the latest first. `noun` and each of `deeds` name their actions. */
export async function findEventsOf<What extends string>(
  reader: Reader,
  subjectId: Id,
  noun: string,
  deeds: readonly What[],
): Promise<EventOf<What>[]> {
  const byAction = new Map(deeds.map((deed) => [`${noun}.${deed}`, deed]));
  const rows = await reader
    .select({
      at: auditEvents.at,
      action: auditEvents.action,
      details: auditEvents.details,
      firstName: userProfiles.firstName,
      lastName: userProfiles.lastName,
      email: userProfiles.email,
    })
    .from(auditEvents)
    .leftJoin(userProfiles, eq(userProfiles.userProfileId, auditEvents.userProfileId))
    .where(and(eq(auditEvents.subjectId, subjectId), inArray(auditEvents.action, [...byAction.keys()])))
    .orderBy(desc(auditEvents.at), desc(auditEvents.auditEventId))
    .limit(MOST);
  return rows.flatMap(({ at, action, details, firstName, lastName, email }) => {
    const what = byAction.get(action);
    if (what === undefined) return [];
    const who =
      email === null ? null : displayName({ firstName: firstName ?? "", lastName: lastName ?? "", email });
    const fields = Array.isArray(details.fields) ? details.fields.map(String) : [];
    return [{ at: at.toISOString(), what, who, fields, details }];
  });
}
