import { formatFatalError } from "../start-error.ts";
import { serve } from "./serve.ts";

/** After the drain: a server whose requests and jobs take longer to stop is ended. */
const STOP_WITHIN_MS = 25_000;

async function main(): Promise<void> {
  const { log, drain, close } = await serve(process.env);

  let isStopping = false;
  async function stop(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info(`${signal}: finishing what is under way`);
    // A person at the keyboard does not wait for balancers.
    if (signal === "SIGTERM") await drain();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await close();
    process.exit(0);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));
}

main().catch((error: unknown) => {
  process.stderr.write(`${formatFatalError(error)}\n`);
  process.exit(1);
});
