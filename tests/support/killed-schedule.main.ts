import { writeFileSync } from "node:fs";
import type { Deps } from "#server/deps.ts";
import { readEnv } from "#server/env/read-env.ts";
import { createLog } from "#server/log.ts";
import { withScope } from "#server/rls/scoped-db.ts";
import { createDeps } from "#server/start/create-deps.ts";

// A portal's worker that makes its scheduled backup, and ends itself (-9) at KILL_AT.

const { KILL_AT = "" } = process.env;

function dieAt(place: string): void {
  if (place === KILL_AT) process.kill(process.pid, "SIGKILL");
}

function cutAt(deps: Deps): Deps {
  const { write, rehearse } = deps.backupSteps;
  return {
    ...deps,
    backupSteps: {
      async write(file) {
        // As a killed process leaves it.
        writeFileSync(file.part, "half of a backup");
        dieAt("written by half");
        await write(file);
        dieAt("written");
      },
      async rehearse(backup) {
        await rehearse(backup);
        dieAt("rehearsed");
      },
    },
  };
}

const env = readEnv(process.env);
const deps = await createDeps(env, createLog("silent"));
await deps.queue.work(withScope(cutAt(deps), { role: "worker" }));
