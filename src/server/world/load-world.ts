import { hash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { OrganizationPermission } from "#domain/permissions/organization-permission.ts";
import type { WorldListName } from "#domain/world/world-file.ts";
import { type Change, type ChangeDeps, change, PORTAL } from "../access/change.ts";
import { OPERATOR } from "../access-records/access-event.ts";
import { readAccessPeople } from "../access-records/queries.ts";
import { type AccessDeps, recordAccess } from "../access-records/record-access.ts";
import { ADVISORY_LOCKS } from "../db/database.ts";
import { lettersWithoutFont, shownTexts } from "../pdf/script-fonts.ts";
import { attestAdded } from "../verification/attest-earlier.ts";
import { identifyWorld } from "./identify-world.ts";
import { beginLoading } from "./load-list.ts";
import { loadLists } from "./load-lists.ts";
import { LIST_NAMES, type ParsedWorld, parseWorld } from "./parse-world.ts";
import { inOrderOfPlace, WorldRefusedError } from "./world-error.ts";

/** How many records of each list were added or existed already, and those that print incompletely. */
export type WorldReport = {
  lists: { list: WorldListName; added: number; alreadyThere: number }[];
  unprintable: UnprintableRecord[];
};

/**
 * Imports a world file in one transaction. Existing records stay unchanged, so a second import of the same file
 * changes nothing. Throws WorldRefusedError with every error.
 */
export async function loadWorld(deps: ChangeDeps & AccessDeps, text: string): Promise<WorldReport> {
  const { lists, broken, errors } = parseWorld(text);
  const { world, errors: errorsOfIds } = identifyWorld(lists);
  return change(deps, PORTAL, async (opened) => {
    const { tx, at, record } = opened;
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.load})`);
    const loading = beginLoading({ tx, now: at }, world, broken, [...errors, ...errorsOfIds]);
    await loadLists(loading, deps);
    if (loading.errors.length > 0) throw new WorldRefusedError(inOrderOfPlace(loading.errors));

    await attestAdded(tx, deps.evidence, at);
    const report = LIST_NAMES.map((list) => {
      const added = loading.added.get(list) ?? 0;
      return { list, added, alreadyThere: world[list].length - added };
    }).filter((one) => one.added + one.alreadyThere > 0);
    if (report.some((one) => one.added > 0)) {
      const subjectId = hash("sha256", text);
      await record({ action: "world.load", subjectId, details: { lists: report } });
    }
    await recordGranted(opened, deps, loading.granted);
    return { lists: report, unprintable: await findUnprintable(lists) };
  });
}

/** The operator who imports the file gives these people access. */
async function recordGranted(
  opened: Change,
  deps: AccessDeps,
  granted: readonly OrganizationPermission[],
): Promise<void> {
  const actor = { ...OPERATOR, side: "import" } as const;
  const userIds = granted.map(({ userId }) => userId);
  const people = await readAccessPeople(opened.tx, userIds);
  const events = granted.map(({ organizationId, permissionType, userId }) => {
    return { kind: "grant", organizationId, permissionType, actor, person: people(userId) } as const;
  });
  await recordAccess(opened, deps, events);
}

/** A record with letters that PDFs may lack. */
type UnprintableRecord = { place: string; name: string | null; letters: string[] };

/** The records of a file with letters for which the portal ships no font, so that the company knows before it sends. */
async function findUnprintable(lists: ParsedWorld["lists"]): Promise<UnprintableRecord[]> {
  const found: UnprintableRecord[] = [];
  for (const list of LIST_NAMES) {
    for (const { place, value } of lists[list]) {
      const letters = await lettersWithoutFont(shownTexts(value).join(" "));
      const name = "name" in value && typeof value.name === "string" ? value.name : null;
      if (letters.length > 0) found.push({ place, name, letters });
    }
  }
  return found;
}
