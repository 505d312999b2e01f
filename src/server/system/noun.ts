import * as calls from "#contract/admin/system.ts";
import { type System, type SystemFaults, type SystemPart, sortParts } from "#domain/system/system-part.ts";
import type { Deps, SystemSource } from "../deps.ts";
import { type Route, slowRoute } from "../http/route.ts";
import { perPortal, shareAnswers, withTimeout } from "../limit-tasks.ts";
import { withScope } from "../rls/scoped-db.ts";

export const routes: Route[] = [
  // The parts need connections of their own, and the embedded database has only one.
  slowRoute(
    calls.getSystem,
    async () => null,
    (deps) => readSystem(deps),
  ),
  slowRoute(
    calls.getSystemFaults,
    async () => null,
    (deps) => faultsOf(deps)(),
  ),
];

const TIMEOUT_MS = 15_000;
/** Each visit of Home by an owner needs the faults. */
const FAULTS_CACHE_MS = 30_000;

async function readSystem(deps: Deps): Promise<System> {
  const parts = await readParts(deps, deps.systemSources);
  return { parts: sortParts(parts.map(({ id, found }) => ({ id, ...(found ?? UNREADABLE) }))) };
}

const UNREADABLE = {
  state: "fault" as const,
  facts: [],
  advice: "This can't be read at the moment. The portal's log says why.",
};

const faultsOf = perPortal((deps: Deps) => shareAnswers(() => readFaults(deps), FAULTS_CACHE_MS));

/** A part that cannot be read now is on the system page, and no reason for a notice. */
async function readFaults(deps: Deps): Promise<SystemFaults> {
  const sources = deps.systemSources.filter(({ id }) => id !== "mail");
  const parts = await readParts(deps, sources);
  const faulty = parts.flatMap(({ id, found }) => (found?.state === "fault" ? [{ id, ...found }] : []));
  return { parts: sortParts(faulty).map(({ id }) => id) };
}

type Read = { id: SystemPart["id"]; found: Omit<SystemPart, "id"> | null };

/** Reads every part by itself, so that one that cannot be read, null, hides no other. */
async function readParts(deps: Deps, sources: readonly SystemSource[]): Promise<Read[]> {
  const portal = withScope(deps, { role: "portal" });
  await waitForConnection(portal);
  return Promise.all(sources.map((source) => readPart(portal, source)));
}

/** While an import holds the only connection of the embedded database, nothing is at fault. */
async function waitForConnection({ database }: Deps): Promise<void> {
  if (database.kind === "embedded")
    await withTimeout(database.pool.query("select 1"), TIMEOUT_MS).catch(() => undefined);
}

async function readPart(deps: Deps, { id, read }: SystemSource): Promise<Read> {
  try {
    return { id, found: await withTimeout(read(deps), TIMEOUT_MS) };
  } catch (error) {
    deps.database.logFailure(error, "warn", `The part ${id} of the system page cannot be read`);
    return { id, found: null };
  }
}
