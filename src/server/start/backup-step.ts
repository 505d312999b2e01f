import { setPriority } from "node:os";
import { isDiskFailing, isDiskFull } from "../causes.ts";
import type { Env } from "../env/read-env.ts";
import { createLog } from "../log.ts";
import { formatFatalError, StartError } from "../start-error.ts";
import { type BackupStep, runBackupStep } from "./run-backup-step.ts";

// One step of a scheduled backup in a process of its own (create-backup-steps.ts).

export type StepRequest = { env: Env; step: BackupStep };
/** Null: done. */
export type StepOutcome = { fault: string | null };

/** Requests come first. A third of a normal share: with a tenth, a backup on a busy machine took ten times as long. */
const NICE = 5;

async function run({ env, step }: StepRequest): Promise<StepOutcome> {
  const log = createLog(env.logLevel === "silent" ? "silent" : "warn");
  try {
    await runBackupStep(env, step, log);
    return { fault: null };
  } catch (error) {
    if (error instanceof StartError || isDiskFull(error) || isDiskFailing(error))
      return { fault: formatFatalError(error) };
    log.error(error, "A step of a backup failed");
    return { fault: "Something unexpected happened. The log of the portal says why." };
  }
}

try {
  setPriority(NICE);
} catch {
  // The step is done all the same.
}
process.once("message", (request: StepRequest) => {
  void run(request).then((outcome) => process.send?.(outcome, () => process.exit()));
});
// The portal was stopped or killed: what is half done is removed, and the next start begins it again.
process.once("disconnect", () => process.exit(1));
if (!process.connected) process.exit(1);
// A terminal and systemd signal all processes at once. The portal still serves then, and ends this step by itself.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
