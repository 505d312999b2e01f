import type { Logger } from "pino";
import { hasCause } from "../causes.ts";
import { withTimeout } from "../limit-tasks.ts";
import type { LogFailure } from "./database.ts";
import { isUnreachable } from "./database-failure.ts";

/** How often to check. Failures before the first check are logged as one: a restart ends all connections at once. */
const CHECK_MS = 1000;
const REMIND_MS = 600_000;
/** A server that is frozen accepts connections and does not answer. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The pool's message for a server that is unreachable, and for one whose connections are all in use. */
const isPoolTimeout = ({ message }: Error) => message.startsWith("timeout exceeded when trying to connect");

type Outage = { first: unknown; since: number; failures: number; loggedAt: number | null };

/** Logs once that the database cannot be reached, and once that it is again. `reach` tries a new connection. */
export function logOutages(
  log: Logger,
  reach: () => Promise<unknown>,
): { logFailure: LogFailure; close(): void } {
  let outage: Outage | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function check(): Promise<void> {
    const failed = await withTimeout(reach(), ANSWER_TIMEOUT_MS).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (isClosed || outage === null) return;
    const now = performance.now();
    const figures = { seconds: Math.round((now - outage.since) / 1000), failures: outage.failures };
    if (failed) {
      if (outage.loggedAt === null || now - outage.loggedAt >= REMIND_MS) {
        const still = outage.loggedAt === null ? "" : "still ";
        log.error({ err: failed.error, ...figures }, `The database ${still}cannot be reached`);
        outage.loggedAt = now;
      }
      scheduleCheck();
      return;
    }
    if (outage.loggedAt !== null) log.warn(figures, "The database is reached again");
    else if (hasCause(outage.first, isPoolTimeout))
      log.error({ err: outage.first, ...figures }, "No connection to the database was free in time");
    else
      log.warn({ err: outage.first, ...figures }, "Connections to the database were lost and are made again");
    outage = null;
  }

  function scheduleCheck(): void {
    timer = setTimeout(() => void check(), CHECK_MS).unref();
  }

  return {
    logFailure(error, level, message) {
      if (!isUnreachable(error)) {
        log[level](error, message);
        return;
      }
      log.debug(error, message);
      if (isClosed) return;
      if (outage === null) {
        outage = { first: error, since: performance.now(), failures: 0, loggedAt: null };
        scheduleCheck();
      }
      outage.failures += 1;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
