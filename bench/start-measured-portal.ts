import { type Portal, startPortal } from "#tests/support/portal.ts";

/** The built portal with the options of `npm start`: tests start theirs with a slower embedded database. */
export function startMeasuredPortal(variables: Record<string, string> = {}): Promise<Portal> {
  return startPortal(variables, []);
}
