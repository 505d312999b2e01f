import type { Wrong } from "../csv/planned-row.ts";
import type { Id } from "../id.ts";
import { comparableText } from "../lists/comparable-text.ts";
import { trimEdges } from "../typed-text.ts";

type Named = { organizationId: Id; organizationName: string };

/** Finds the organization that a cell names by its id or its name, or tells why there is none. */
export function organizationIndex<One extends Named>(all: readonly One[]): (cell: string) => One | Wrong {
  const byId = new Map(all.map((one) => [one.organizationId, one]));
  const byName = Map.groupBy(all, (one) => organizationKey(one.organizationName));
  return (cell) => {
    const column = "Organization";
    if (cell === "") return { note: "Please name the organization", column };
    const named = byName.get(organizationKey(cell)) ?? [];
    const found = byId.get(cell) ?? named[0];
    if (!found) return { note: "There is no organization with this name or ID", column };
    if (found.organizationId !== cell && named.length > 1)
      return { note: `${named.length} organizations have this name: give the ID`, column };
    return found;
  };
}

/** The cell of a file by which organizationIndex finds an organization again: its name, or its id if that means another. */
export function csvCellForOrganization(all: readonly Named[]): (one: Named) => string {
  const find = organizationIndex(all);
  return ({ organizationId, organizationName }) => {
    const found = find(trimEdges(organizationName));
    return "note" in found || found.organizationId !== organizationId ? organizationId : organizationName;
  };
}

/** Equal for names that people take for one; src/server/organizations/queries.ts compares the same in SQL. */
export function organizationKey(organizationName: string): string {
  return comparableText(organizationName).replaceAll(" ", "");
}

/** Whether a name that was found by its key is written in a way that a reader of a file should be told of. */
export function isSpelledOtherwise(written: string, organizationName: string): boolean {
  return written.toLowerCase() !== organizationName.toLowerCase();
}
