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

type Options = {
  env: Env;
  log: Logger;
  /** Aborted when the portal begins to stop. A step that ends without an outcome from then on is repeated later. */
  stopping: AbortSignal;
  /** Null: steps run in this process. */
  program?: string | null;
};

const STOPPING = "The portal is stopping.";

/**
 * Runs the long steps of backups. They compress, encrypt and fill an embedded database, so each runs in a process of its
 * own while requests are served, and its memory ends with it.
 */
export function createBackupSteps({
  env,
  log,
  stopping,
  program = findProgram(),
}: Options): BackupSteps & { close(): void } {
  const running = new Set<ChildProcess>();
  let isClosed = false;
  const run = async (step: BackupStep): Promise<void> => {
    if (isClosed) throw new QuietFailure(STOPPING);
    if (!program) return runBackupStep(env, step, log);
    const child = fork(program, [], {
      serialization: "advanced",
      execArgv: [],
      stdio: ["ignore", 1, 2, "ipc"],
    });
    running.add(child);
    try {
      const outcome = await request(child, { env, step });
      if ("end" in outcome && stopping.aborted) throw new QuietFailure(STOPPING);
      if ("end" in outcome)
        throw new StartError(
          `The process of the backup was ended (${outcome.end}), perhaps for lack of memory.`,
        );
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
      // They remove what is half done, and end.
      for (const child of running) if (child.connected) child.disconnect();
    },
  };
}

/** The outcome of a step, or the exit code or signal that ended its process before. */
function request(
  child: ChildProcess,
  message: StepRequest,
): Promise<StepOutcome | { end: number | string | null }> {
  return new Promise((resolve, reject) => {
    child.once("message", (outcome) => resolve(outcome as StepOutcome));
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ end: signal ?? code }));
    // If the process has ended already, its exit is the outcome.
    child.send(message, () => undefined);
  });
}

/** The built program, beside this code or above it; null where the server runs from its sources, as in tests. */
function findProgram(): string | null {
  const here = dirname(fileURLToPath(import.meta.url));
  return [here, dirname(here)].map((folder) => join(folder, "backup-step.js")).find(existsSync) ?? null;
}
