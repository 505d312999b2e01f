import { type Judged, namedOnce, soundRow, wrongRow } from "../csv/judged-row.ts";
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
export type OrganizationWork = { was: Known | null; organizationName: string };

/**
 * What each row of a file does. A row names its organization by the id, or else by the name. No two organizations have
 * the same name, however it is spelled (organizationKey).
 */
export function judgeOrganizations(
  known: readonly Known[],
): (row: TableRow<keyof typeof ORGANIZATION_COLUMNS>) => Judged<OrganizationWork> {
  const byId = new Map(known.map((one) => [one.organizationId, one]));
  const byName = Map.groupBy(known, (one) => organizationKey(one.organizationName));
  const firstLineOf = namedOnce();
  const firstLineOfName = namedOnce();
  return (row) => {
    const { "Organization ID": id, Name: name } = row.cells;
    const told = { line: row.line, name };
    const wrong = (note: string, column?: string) => wrongRow(told, column ? { note, column } : { note });
    if (row.problem !== null) return wrong(row.problem);
    const read = OrganizationName.safeParse(name);
    if (!read.success) return wrong(read.error.issues[0]?.message ?? "", "Name");
    const namesakes = byName.get(organizationKey(read.data)) ?? [];
    const was = id === "" ? (namesakes[0] ?? null) : (byId.get(id) ?? null);
    if (id !== "" && was === null) return wrong("There is no organization with this ID", "Organization ID");
    if (id === "" && namesakes.length > 1)
      return wrong(
        `${namesakes.length} organizations have this name: give the Organization ID`,
        "Organization ID",
      );
    const isRenamed = id !== "" && was !== null && trimEdges(was.organizationName) !== read.data;
    const organizationName = was === null || isRenamed ? read.data : was.organizationName;
    // Organizations that have one name already keep it.
    const takesName = was === null || isRenamed;
    const first =
      (was && firstLineOf(was.organizationId, row.line)) ??
      (takesName ? firstLineOfName(organizationKey(read.data), row.line) : null);
    if (first !== null) return wrong(`Line ${first} has this organization already`);
    const isTaken = namesakes.some((one) => one.organizationId !== was?.organizationId);
    if (isTaken && isRenamed) return wrong("Another organization has this name already", "Name");
    const changes = isRenamed ? [`name from “${was.organizationName}”`] : [];
    const judged = soundRow(told, { was, organizationName }, was === null, changes);
    if (was === null || isRenamed || !isSpelledOtherwise(read.data, was.organizationName)) return judged;
    return { ...judged, note: `exists already as “${was.organizationName}”` };
  };
}
