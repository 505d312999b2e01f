import * as calls from "#contract/admin/system.ts";
import { type System, type SystemPart, sortParts } from "#domain/system/system-part.ts";
import type { Deps, SystemSource } from "../deps.ts";
import { type Route, slowRoute } from "../http/route.ts";
import { withTimeout } from "../limit-tasks.ts";
import { withScope } from "../rls/scoped-db.ts";

export const routes: Route[] = [
  // The parts need connections of their own, and the embedded database has only one.
  slowRoute(
    calls.getSystem,
    async () => null,
    (deps) => readSystem(deps),
  ),
];

const TIMEOUT_MS = 15_000;

/** Reads every part by itself, so that one that cannot be read hides no other. */
async function readSystem(deps: Deps): Promise<System> {
  const portal = withScope(deps, { role: "portal" });
  const parts = await Promise.all(deps.systemSources.map((source) => readPart(portal, source)));
  return { parts: sortParts(parts) };
}

async function readPart(deps: Deps, { id, read }: SystemSource): Promise<SystemPart> {
  try {
    return { id, ...(await withTimeout(read(deps), TIMEOUT_MS)) };
  } catch (error) {
    deps.database.logFailure(error, "warn", `The part ${id} of the system page cannot be read`);
    const advice = "This can't be read at the moment. The portal's log says why.";
    return { id, state: "fault", facts: [], advice };
  }
}
