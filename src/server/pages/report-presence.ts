import { and, asc, eq, gt, isNotNull, lte, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { PageCalls } from "#contract/admin/page-calls.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { type PagePresence, PRESENCE_EXPIRES_AFTER_MS } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { userProfiles } from "../schema/account.ts";
import { pagePresences } from "../schema/pages.ts";
import type { PageOwners, PresenceKey } from "./page-owner.ts";

const { userProfileId, tabId, blockId, expiresAt } = pagePresences;

/**
 * Stores where a tab of the editor is, or that it has closed. Returns the other tabs on the page, which are notified if
 * anything changed. Does not wait for a page that is being saved.
 */
export async function reportPresence(
  deps: Deps,
  editor: Editor,
  owners: PageOwners,
  id: Id,
  { tabId: ownTabId, position }: z.output<PageCalls["reportPresence"]["body"]>,
): Promise<PagePresence[]> {
  return change(deps, editor, async ({ tx, at }) => {
    const key = await owners.findKey(tx, id);
    const isOwn = eq(userProfileId, editor.userProfileId);
    await tx.delete(pagePresences).where(lte(expiresAt, at));
    const present = await findPresences(tx, key, at);
    const isThisTab = (one: PagePresence) =>
      one.userProfileId === editor.userProfileId && one.tabId === ownTabId;
    const before = present.find(isThisTab);
    const others = present.filter((one) => !isThisTab(one));
    if (position) {
      const reported = { ...position, expiresAt: new Date(at.getTime() + PRESENCE_EXPIRES_AFTER_MS) };
      await tx
        .insert(pagePresences)
        .values({ ...key, userProfileId: editor.userProfileId, tabId: ownTabId, ...reported })
        .onConflictDoUpdate({
          target: [pagePresences.uniqueDocumentId, pagePresences.templateId, userProfileId, tabId],
          set: reported,
        });
    } else await tx.delete(pagePresences).where(and(isOn(key), isOwn, eq(tabId, ownTabId)));
    const isSame = position ? before?.blockId === position.blockId : before === undefined;
    if (!isSame) {
      const people = new Set(others.map((one) => one.userProfileId));
      const events = [...people].map(
        (person) => ({ audience: { person }, event: { kind: "presence", id } }) as const,
      );
      await deps.live.publishAll(tx, events);
    }
    return others;
  });
}

/** The tabs in which the company's people of now have a page open in the editor. */
export async function findPresences(reader: DbOrTx, key: PresenceKey, at: Date): Promise<PagePresence[]> {
  const { firstName, lastName, email } = userProfiles;
  const rows = await reader
    .select({ presence: { userProfileId, tabId, blockId }, person: { firstName, lastName, email } })
    .from(pagePresences)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, userProfileId))
    .where(and(isOn(key), gt(expiresAt, at), isNotNull(userProfiles.adminRole)))
    .orderBy(asc(userProfileId), asc(tabId));
  return rows.map(({ presence, person }) => ({ ...presence, name: displayName(person) }));
}

function isOn(key: PresenceKey): SQL {
  return "templateId" in key
    ? eq(pagePresences.templateId, key.templateId)
    : eq(pagePresences.uniqueDocumentId, key.uniqueDocumentId);
}
