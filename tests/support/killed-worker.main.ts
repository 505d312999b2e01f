import { readFile } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { pino } from "pino";
import type { Db, Tx } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { readEnv } from "#server/env/read-env.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { createDeps } from "#server/start/create-deps.ts";
import type { KillPoint } from "./kill-points.ts";

// The portal's own parts. One of them is wrapped, so that it kills the process at the given point.

const killAt = process.env.KILL_AT as KillPoint;
/** A print to take in place of Chromium's, whose start takes longer than all else. */
const { PRINT } = process.env;

/** More than a job queues in one transaction. */
const AMONG_MAILS = 28;
let enqueued = 0;

function die(at: KillPoint): void {
  if (at === killAt) process.kill(process.pid, "SIGKILL");
}

function cutAt(deps: Deps): Deps {
  return {
    ...deps,
    pdf: {
      ...deps.pdf,
      async render(html) {
        die("before-render");
        const pdf = PRINT ? await readFile(PRINT) : await deps.pdf.render(html);
        die("after-render");
        return pdf;
      },
    },
    seal: {
      ...deps.seal,
      async apply(...toSeal) {
        const sealed = await deps.seal.apply(...toSeal);
        die("after-seal");
        return sealed;
      },
    },
    files: {
      ...deps.files,
      async put(bytes) {
        const stored = await deps.files.put(bytes);
        die("after-file");
        return stored;
      },
    },
    live: {
      ...deps.live,
      async publishAll(tx, told) {
        await deps.live.publishAll(tx, told);
        if (told.some(({ event }) => event.kind === "document")) die("in-transaction");
      },
    },
    db: new Proxy(deps.db, {
      get(db, name) {
        if (name !== "transaction") return Reflect.get(db, name, db);
        return async (work: (tx: Tx) => Promise<unknown>) => {
          const result = await (db as Db).transaction(work);
          die("after-commit");
          return result;
        };
      },
    }),
    queue: {
      ...deps.queue,
      async enqueue(tx, job, payload) {
        await deps.queue.enqueue(tx, job, payload);
        // The mail of a signature is queued in its transaction.
        die("in-transaction");
        enqueued += 1;
        if (enqueued === AMONG_MAILS) die("among-mails");
      },
    },
    mailer: {
      ...deps.mailer,
      async send(mail) {
        await deps.mailer.send(mail);
        die("after-mail");
      },
    },
  };
}

const deps = await createDeps(readEnv(process.env), pino({ level: "warn" }));
// A killed process leaves nothing in memory for the next one.
flushCompileCache();
await deps.queue.work(cutAt(withScope(deps, { role: "worker" })));
