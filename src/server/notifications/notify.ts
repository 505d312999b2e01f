import { eq, isNotNull } from "drizzle-orm";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import { type Audience, audienceKind } from "#domain/notifications/notification.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { notifications } from "../schema/notifications.ts";
import { organizationPermissions } from "../schema/permissions.ts";

export type Notice = {
  message: string;
  /** A path of the portal or a web address. */
  link: string | null;
  /** The cause: "document.approved:<id>". The same event notifies a person once. */
  event: string;
};

type Notified = { userProfileId: Id };

/** Adds a notification for each person of the audience, and publishes to their open pages. `known`: the audience's people. */
export async function notify(
  tx: Tx,
  deps: Pick<Deps, "clock" | "live">,
  audience: Audience,
  notice: Notice,
  known?: readonly Notified[],
): Promise<void> {
  const people = known ?? (await findPeople(tx, audience));
  if (people.length === 0) return;
  const createdAt = deps.clock();
  const organizationId = "organization" in audience ? audience.organization : null;
  const rows = people.map(({ userProfileId }) => ({
    notificationId: v7(),
    userProfileId,
    audience: audienceKind(audience),
    organizationId,
    createdAt,
    ...notice,
  }));
  await insertMany(tx, notifications, rows, { skipsKnown: true });
  // One event for all: each page fetches its own person's notifications.
  const id = organizationId ?? ("person" in audience ? audience.person : "company");
  await deps.live.publish(tx, audience, { kind: "notification", id });
}

/** Whom a notification of an audience is for. */
export async function findPeople(tx: Tx, audience: Audience): Promise<Notified[]> {
  if ("person" in audience) return [{ userProfileId: audience.person }];
  if ("organization" in audience) {
    return tx
      .select({ userProfileId: organizationPermissions.userId })
      .from(organizationPermissions)
      .where(eq(organizationPermissions.organizationId, audience.organization));
  }
  return tx
    .select({ userProfileId: userProfiles.userProfileId })
    .from(userProfiles)
    .where(isNotNull(userProfiles.adminRole));
}
