import { LIMIT_KINDS, LIMITS } from "#domain/system/limits.ts";
import type { SystemPart } from "#domain/system/system-part.ts";
import type { Deps, Gauge } from "../deps.ts";

const HOUR_MS = 3_600_000;

const EACH_COUNTS = "Of several processes of the portal, these are the counts of the one that answered.";

/** What this process has refused since it started, because of its limits or because it could not serve. */
export async function describeLimits({
  process: { refusals },
  database,
  clock,
}: Deps): Promise<Omit<SystemPart, "id">> {
  const hit = LIMIT_KINDS.filter((kind) => refusals[kind].count > 0);
  const isFailing = (["busy", "unavailable"] as const).some((kind) => {
    const { lastAt } = refusals[kind];
    return lastAt !== null && clock().getTime() - lastAt.getTime() < HOUR_MS;
  });
  const meaning =
    hit.map((kind) => LIMITS[kind].meaning).join("\n") ||
    "Nothing to do. No request was refused since the portal started.";
  return {
    state: isFailing ? "attention" : "ok",
    facts: LIMIT_KINDS.map((kind) => ({ label: LIMITS[kind].label, text: String(refusals[kind].count) })),
    // The embedded database has one process.
    advice: database.kind === "embedded" ? meaning : `${meaning}${hit.length > 0 ? "\n" : " "}${EACH_COUNTS}`,
  };
}

export async function measureProcess({
  process: { refusals, openStreams },
  database,
}: Deps): Promise<Gauge[]> {
  const { totalCount, idleCount, waitingCount } = database.pool;
  return [
    {
      name: "counterpart_refused_requests",
      help: "Requests that a limit refused, or that could not be served, since the start",
      samples: LIMIT_KINDS.map((limit) => [{ limit }, refusals[limit].count]),
    },
    { name: "counterpart_live_streams", help: "Open streams of live events", samples: [[{}, openStreams]] },
    {
      name: "counterpart_database_connections",
      help: "Connections to the database, and those who wait for one",
      samples: [
        [{ state: "open" }, totalCount],
        [{ state: "idle" }, idleCount],
        [{ state: "waiting" }, waitingCount],
      ],
    },
  ];
}
