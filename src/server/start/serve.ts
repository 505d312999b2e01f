import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { serveCommands } from "../commands/serve-commands.ts";
import { type Env, readEnv } from "../env/read-env.ts";
import { readKey } from "../http/make-server.ts";
import { firstOwnerLink } from "../invitations/print-owner-link.ts";
import { createLog } from "../log.ts";
import { withScope } from "../rls/scoped-db.ts";
import { findWebFolder } from "../screens/serve-web.ts";
import { VERSION } from "../version.ts";
import { demoViewPaths, loadDemoWorld, refusePublicDemo } from "../world/load-demo.ts";
import { createApp } from "./app.ts";
import { createDeps } from "./create-deps.ts";
import { releaseMemory } from "./release-memory.ts";
import { runCommand } from "./run-command.ts";

/** Starts a portal with this environment. Its lines and its log go to `out`, by default to the standard output. */
export async function serve(
  variables: Record<string, string | undefined>,
  out?: { write(text: string): unknown },
) {
  const env = readEnv(variables);
  const log = createLog(env.logLevel, out);
  log.info({ version: VERSION, node: process.versions.node }, "The portal starts");
  if (env.tls) readKey(env.tls);
  await requirePort(env);
  const print = (line: string) => void (out ?? process.stdout).write(`${line}\n`);
  const deps = await createDeps(env, log);
  await refusePublicDemo(deps);
  const signIns = env.isDemo ? await loadDemoWorld(deps) : [];
  const shutdown = { hasBegun: false };
  const app = await createApp(deps, findWebFolder(), shutdown);
  await app.listen({ host: env.host, port: env.port });
  // People need not wait for either; /readyz tells whether both work.
  await deps.queue.work(withScope(deps, { role: "worker" }));
  await deps.seal.findFault();

  const bound = app.server.address();
  const port = bound && typeof bound === "object" ? bound.port : env.port;
  const address = `${env.tls ? "https" : "http"}://${env.isLoopback ? "localhost" : env.host}:${port}`;
  const publicUrl = env.isPublicUrlSet ? env.publicUrl : address;
  const commands =
    deps.database.kind === "embedded"
      ? await serveCommands(env.dataDir, log, runCommand(deps, publicUrl))
      : null;
  // A portal that says it is ready outlives its database, so nothing is read of it after that.
  const ownerLink = await firstOwnerLink(deps, publicUrl);
  const views = signIns.length > 0 ? await demoViewPaths(deps) : [];
  const { productName } = deps.settings.now();
  for (const line of describeStart({ env, productName, address, signIns, ownerLink, views })) print(line);
  const memory = releaseMemory();

  return {
    log,
    /** Serves for DRAIN_SECONDS more, while /readyz and the end of each connection send people to other processes. */
    async drain() {
      shutdown.hasBegun = true;
      deps.beginStop();
      await wait(env.drainMs);
    },
    /** Stops the portal once all requests and jobs have ended. */
    async close() {
      deps.beginStop();
      memory.close();
      await commands?.close();
      await app.close();
      await deps.close();
    },
  };
}

type Started = {
  env: Env;
  productName: string;
  address: string;
  signIns: readonly string[];
  ownerLink: string | null;
  views: readonly string[];
};

/** What a portal prints once it serves. */
function describeStart({ env, productName, address, signIns, ownerLink, views }: Started): string[] {
  const data = env.databaseUrl ? `the database of DATABASE_URL; files in ${env.dataDir}` : env.dataDir;
  const lines = [`${productName} is ready: ${address}`, `  Data: ${data}`];
  if (!env.isLoopback && !env.isPublicUrlSet)
    lines.push(
      "  PUBLIC_URL is not set: set it to the address that people open, or links in emails lead nowhere.",
    );
  if (signIns.length > 0) lines.push("  Demo sign-ins:", ...signIns.map((one) => `    ${one}`));
  if (ownerLink)
    lines.push(
      "  This portal has no owner yet. The first owner opens this link, which works once, for 24 hours:",
      `    ${ownerLink}`,
    );
  return [...lines, ...views.map((path) => `  A proposal that everyone may read: ${address}${path}`)];
}

/** Throws what listening would throw, before anything is written. Port 0 is always free. */
async function requirePort({ host, port }: Pick<Env, "host" | "port">): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
