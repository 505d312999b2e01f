import { type Portal, startPortal } from "#tests/support/portal.ts";
import portalOptions from "../scripts/portal-options.json" with { type: "json" };

/** The built portal with the options of `npm start`: tests start theirs with a slower embedded database. */
export function startMeasuredPortal(variables: Record<string, string> = {}): Promise<Portal> {
  return startPortal(variables, portalOptions);
}
