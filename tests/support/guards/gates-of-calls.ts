import { CALLS } from "#contract/calls.ts";
import { COLUMNS, type Column, outcomeOf } from "../access-table.ts";

/** A guard that can be removed, its name, and the tests that could detect it. */
export type Removal = { guard: string; kind: string; taken: string; tests: string[] };

/** The door of every call. */
export const DOOR = "server/access/require-caller.ts refuse: refuseAccess(who, toCaller(known))";

/** Removals of the demands of every call: the columns of the access table are their tests. */
export function gatesOfCalls(): Removal[] {
  return Object.entries(CALLS).flatMap(([name, call]) => {
    const columns = new Map<string, Column[]>();
    for (const column of Object.keys(COLUMNS) as Column[]) {
      const { reason } = outcomeOf(call, column);
      if (reason) columns.set(reason, [...(columns.get(reason) ?? []), column]);
    }
    return [...columns].map(([reason, of]) => ({
      guard: `${name}: ${reason}`,
      kind: "gate",
      taken: `${DOOR} ${reason}`,
      tests: of.map((column) => `tests/api/access-table.test.ts > ${name} > API-1 API-3 API-5 ${column}`),
    }));
  });
}
