import { namedOnce, type PlannedRow, soundRow, type Wrong, wrongRow } from "../csv/planned-row.ts";
import type { TableRow } from "../csv/read-table.ts";
import type { Id } from "../id.ts";
import { trimEdges } from "../typed-text.ts";
import { OrganizationName } from "./managed-organization.ts";
import { isSpelledOtherwise, organizationKey } from "./organization-index.ts";

/** The columns of organizations as CSV. A file of ours has more, which tell and change nothing. */
export const ORGANIZATION_COLUMNS = {
  "Organization ID": { isNeeded: false },
  Name: { isNeeded: true },
} as const;

type Known = { organizationId: Id; organizationName: string };

/** `was` is the organization that a row renames; null for a new one. */
export type PlannedOrganization = { was: Known | null; organizationName: string };

/** A row names its organization by the id, or else by the name, which no two have (organizationKey). */
export function planOrganizationImport(
  known: readonly Known[],
): (row: TableRow<keyof typeof ORGANIZATION_COLUMNS>) => PlannedRow<PlannedOrganization> {
  const byId = new Map(known.map((one) => [one.organizationId, one]));
  const byName = Map.groupBy(known, (one) => organizationKey(one.organizationName));
  const firstLineOf = namedOnce();
  const firstLineOfName = namedOnce();
  return (row) => {
    const { "Organization ID": id, Name: name } = row.cells;
    const base = { line: row.line, name };
    if (row.problem !== null) return wrongRow(base, { note: row.problem });
    const read = OrganizationName.safeParse(name);
    if (!read.success) return wrongRow(base, { note: read.error.issues[0]?.message ?? "", column: "Name" });
    const planned = plan(id, read.data, row.line);
    if ("note" in planned) return wrongRow(base, planned);
    const { was, isRenamed } = planned;
    if (was === null) return soundRow(base, { was, organizationName: read.data }, true, []);
    if (isRenamed)
      return soundRow(base, { was, organizationName: read.data }, false, [
        `name from “${was.organizationName}”`,
      ]);
    const same = soundRow(base, { was, organizationName: was.organizationName }, false, []);
    if (!isSpelledOtherwise(read.data, was.organizationName)) return same;
    return { ...same, note: `exists already as “${was.organizationName}”` };
  };

  function plan(id: string, name: string, line: number): Wrong | { was: Known | null; isRenamed: boolean } {
    const namesakes = byName.get(organizationKey(name)) ?? [];
    const was = id === "" ? onlyOf(namesakes) : (byId.get(id) ?? UNKNOWN_ID);
    if (was && "note" in was) return was;
    const isRenamed = id !== "" && was !== null && trimEdges(was.organizationName) !== name;
    const first = firstLine(was, isRenamed, name, line);
    if (first !== null) return { note: `Line ${first} has this organization already` };
    const isTaken = namesakes.some((one) => one.organizationId !== was?.organizationId);
    if (isTaken && isRenamed) return { note: "Another organization has this name already", column: "Name" };
    return { was, isRenamed };
  }

  /** Organizations that have one name already keep it. */
  function firstLine(was: Known | null, isRenamed: boolean, name: string, line: number): number | null {
    const first = was && firstLineOf(was.organizationId, line);
    if (first !== null || (was && !isRenamed)) return first;
    return firstLineOfName(organizationKey(name), line);
  }
}

const UNKNOWN_ID: Wrong = { note: "There is no organization with this ID", column: "Organization ID" };

function onlyOf(namesakes: readonly Known[]): Known | Wrong | null {
  if (namesakes.length > 1)
    return {
      note: `${namesakes.length} organizations have this name: give the Organization ID`,
      column: "Organization ID",
    };
  return namesakes[0] ?? null;
}
