import type { Logger } from "pino";
import { createLimiter, createReadLimiter } from "../access/limiter.ts";
import { makeDataDir } from "../data-dir/make-folder.ts";
import { deriveKey, readSecret } from "../data-dir/secret.ts";
import type { Database } from "../db/database.ts";
import { refuseClock, refuseTimeZone } from "../db/refuse-server.ts";
import type { Deps, Outside } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { readEvidenceKey } from "../evidence/evidence-key.ts";
import { createFileLinks } from "../files/file-links.ts";
import { createLocalFileStore } from "../files/local-file-store.ts";
import { createProcessFigures } from "../health/count-requests.ts";
import { mailCode } from "../identity/code-mail.ts";
import { createIdentity } from "../identity/create-identity.ts";
import { createSecrets } from "../identity/create-secrets.ts";
import type { SignInDeps } from "../identity/serve-sign-in.ts";
import { createProgressBook } from "../imports/report-progress.ts";
import { requirePair, settlePair } from "../installation/installation.ts";
import { migrateDatabase } from "../installation/migrate.ts";
import { openDatabase } from "../installation/open-database.ts";
import { createQueue } from "../jobs/create-queue.ts";
import { createListCursors } from "../lists/list-cursors.ts";
import { createLive } from "../live/create-live.ts";
import { createMailer } from "../mail/mailer.ts";
import { createOutside } from "../outside/fetch-outside.ts";
import { createPdfRenderer } from "../pdf/chromium-renderer.ts";
import { scopedDb } from "../rls/scoped-db.ts";
import { createSeal } from "../seal/create-seal.ts";
import { createCompanyLogo } from "../settings/company-logo.ts";
import { createCurrentSettings } from "../settings/current-settings.ts";
import { acceptIdentityTokens } from "../single-sign-on/accept-identity-token.ts";
import { createIssuers } from "../single-sign-on/create-issuers.ts";
import { beginEvidence } from "../verification/attest-earlier.ts";
import { createBackupSteps } from "./create-backup-steps.ts";
import { ACTIONS, HIT_LOADERS, JOBS, RLS, SYSTEM_SOURCES } from "./nouns.ts";

/** Of an organization. The pool has ten connections, so one busy organization leaves most of them to others. */
const CONCURRENT_CHANGES = 2;
const LIMITER_WAIT_MS = 20_000;

/** Opens everything outside the program according to the configuration, and migrates the database. */
export async function createDeps(env: Env, log: Logger, outside: Outside = createOutside()) {
  const removeEmptyDataDir = makeDataDir(env.dataDir);
  try {
    const database = await openDatabase(env, log, async (owner, dataDir) => {
      await refuseTimeZone(owner, env.timeZone);
      await refuseClock(owner);
      await requirePair(owner, dataDir);
    });
    try {
      await migrateDatabase(database, RLS, undefined, (owner) => settlePair(owner, env.dataDir));
      return await openRest(env, log, database, outside);
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    removeEmptyDataDir();
    throw error;
  }
}

async function openRest(env: Env, log: Logger, database: Database, outside: Outside) {
  const clock = () => new Date();
  const queue = await createQueue(database, log, JOBS);
  const live = await createLive(database, log);
  const settings = await createCurrentSettings(database, env, live);
  const pdf = createPdfRenderer(env, log);
  const secret = readSecret(env.dataDir);
  const secrets = createSecrets(secret);
  const sendCode = (code: Parameters<typeof mailCode>[1]) => mailCode(deps, code);
  const identity = await createIdentity({ env, secret, secrets, database, log, clock, sendCode });
  const db = scopedDb(database, { role: "portal" });
  const files = createLocalFileStore(env.dataDir, log);
  const stop = new AbortController();
  const backupSteps = createBackupSteps({ env, log, stopping: stop.signal });
  const logo = createCompanyLogo({ db, files, log, settings });
  const deps: Deps & SignInDeps = {
    env,
    log,
    clock,
    database,
    db,
    files,
    links: createFileLinks(deriveKey(secret, "links to files")),
    evidence: readEvidenceKey(env.dataDir),
    cursors: createListCursors(deriveKey(secret, "list cursors")),
    mailer: createMailer(env, settings.now, log, logo.forMail),
    logo,
    pdf,
    seal: createSeal({ env, secret, companyName: () => settings.now().companyName, clock, log }),
    queue,
    secrets,
    identity: { ...identity, verifyToken: acceptIdentityTokens(() => deps, identity) },
    live,
    settings,
    outside,
    issuers: createIssuers({ clock, log, internalOrigins: env.internalIssuers }),
    backupSteps,
    limiter: createLimiter({ concurrency: CONCURRENT_CHANGES, waitMs: LIMITER_WAIT_MS }),
    readLimiter: createReadLimiter(),
    progress: createProgressBook(),
    actions: ACTIONS,
    hitLoaders: HIT_LOADERS,
    systemSources: SYSTEM_SOURCES,
    process: createProcessFigures(),
    stopping: stop.signal,
  };
  await beginEvidence(deps, env.dataDir);
  return {
    ...deps,
    /** Long work ends early from now on, and is repeated by another process or the next start. */
    beginStop: () => stop.abort(),
    async close() {
      stop.abort();
      backupSteps.close();
      await closeAll({ queue, pdf, settings, live, database });
    },
  };
}

type Closed = Pick<Deps, "queue" | "pdf" | "settings" | "database"> & { live: { close(): Promise<void> } };

/** Jobs use all the others, and everything uses the database. */
async function closeAll({ queue, pdf, settings, live, database }: Closed): Promise<void> {
  await queue.stop();
  await pdf.close();
  settings.close();
  await live.close();
  await database.close();
}
