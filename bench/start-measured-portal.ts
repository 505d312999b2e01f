import { type Portal, startPortal } from "#tests/support/portal.ts";
import portalOptions from "../scripts/portal-options.json" with { type: "json" };

/** The built portal as `npm start` starts it: tests start theirs with a slower embedded database. */
export function startMeasuredPortal(variables: Record<string, string> = {}): Promise<Portal> {
  const { node, environment } = portalOptions;
  return startPortal({ ...environment, ...variables }, node);
}
