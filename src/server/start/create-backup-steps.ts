import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import type { BackupSteps } from "../deps.ts";
import type { Env } from "../env/read-env.ts";
import { QuietFailure } from "../jobs/job.ts";
import { StartError } from "../start-error.ts";
import type { StepOutcome, StepRequest } from "./backup-step.ts";
import { type BackupStep, runBackupStep } from "./run-backup-step.ts";

/**
 * Runs the long steps of backups. They compress, encrypt and fill an embedded database, so each runs in a process of its
 * own while requests are served, and its memory ends with it.
 */
export function createBackupSteps(env: Env, log: Logger): BackupSteps & { close(): void } {
  const program = findProgram();
  const running = new Set<ChildProcess>();
  let isClosed = false;
  const run = async (step: BackupStep): Promise<void> => {
    if (!program) return runBackupStep(env, step, log);
    const child = fork(program, [], {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", 1, 2, "ipc"],
    });
    running.add(child);
    try {
      const outcome = await request(child, { env, step });
      if (isClosed) throw new QuietFailure("The portal is stopping.");
      if (outcome.fault !== null) throw new StartError(outcome.fault);
    } finally {
      running.delete(child);
    }
  };
  return {
    write: (write) => run({ write }),
    rehearse: (rehearse) => run({ rehearse }),
    close() {
      isClosed = true;
      for (const child of running) child.kill();
    },
  };
}

function request(child: ChildProcess, message: StepRequest): Promise<StepOutcome> {
  return new Promise((resolve, reject) => {
    child.once("message", (outcome) => resolve(outcome as StepOutcome));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      resolve({
        fault: `The process of the backup was ended (${signal ?? code}), perhaps for lack of memory.`,
      }),
    );
    child.send(message);
  });
}

/** The built program, beside this code or above it; null where the server runs from its sources, as in tests. */
function findProgram(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map((folder) => join(folder, "backup-step.js")).find(existsSync) ?? null;
}
