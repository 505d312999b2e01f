import type { FastifyInstance } from "fastify";
import { describeBackups } from "#domain/backups/backup-state.ts";
import type { Deps, Gauge } from "../deps.ts";
import type { Shutdown } from "../http/drain-when-closing.ts";
import { isSameSecret } from "../http/same-secret.ts";
import { withTimeout } from "../limit-tasks.ts";
import { withScope } from "../rls/scoped-db.ts";
import { countMails } from "./count-mails.ts";
import { countRequests } from "./count-requests.ts";
import { isReady, type Readiness, readinessOf } from "./find-readiness.ts";
import { writeMetrics } from "./write-metrics.ts";

const HIDDEN = { schema: { hide: true } };

/** /healthz: the process serves. /readyz: it can do its work. /metrics: figures, for those who know METRICS_TOKEN. */
export function serveHealth(app: FastifyInstance, deps: Deps, shutdown: Shutdown): void {
  const { metricsToken } = deps.env;
  const requests = countRequests(app, deps);
  const checkReadiness = readinessOf(deps);
  app.get("/healthz", HIDDEN, async () => {
    await deps.database.pool.query("select 1");
    return { status: "ok" };
  });
  app.get("/readyz", HIDDEN, async (_request, reply) => {
    const found = await checkReadiness();
    const status = shutdown.hasBegun ? "stopping" : isReady(found) ? "ready" : "not ready";
    return reply
      .status(status === "ready" ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status, checks: { ...found.checks, ...checkBackup(deps, found) } });
  });
  app.get("/metrics", HIDDEN, async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (metricsToken === null || token === undefined || !isSameSecret(token, metricsToken))
      return reply.callNotFound();
    const mail = { counts: deps.mailer.counts, stored: await countMails(deps) };
    return reply
      .type("text/plain; version=0.0.4; charset=utf-8")
      .header("cache-control", "no-store")
      .send(writeMetrics(requests, await checkReadiness(), mail, await measureParts(deps)));
  });
}

const MEASURE_TIMEOUT_MS = 3000;

/** The gauges of every part of /admin/system. One that cannot be read leaves out no other. */
async function measureParts(deps: Deps): Promise<Gauge[]> {
  const portal = withScope(deps, { role: "portal" });
  const measured = deps.systemSources.map(async ({ id, measure }) => {
    try {
      return measure ? await withTimeout(measure(portal), MEASURE_TIMEOUT_MS) : [];
    } catch (error) {
      deps.database.logFailure(error, "warn", `The part ${id} wasn't measured`);
      return [];
    }
  });
  return (await Promise.all(measured)).flat();
}

/** Shown, but no reason to serve no requests. */
function checkBackup({ env, clock }: Deps, { backups }: Readiness): { backup?: string } {
  if (!env.backups) return {};
  return { backup: backups ? describeBackups(backups, clock()) : "unknown" };
}
