import type { Client } from "pg";
import { ADVISORY_LOCKS, type LogFailure } from "./database.ts";

const RETRY_MS = 2000;
/** A silent connection may be dead, so a query tests it. */
const HEARTBEAT_MS = 15_000;

/** Listens on its own connection, and opens a new one whenever it breaks. */
export async function listenOnServer(
  connect: () => Client,
  processNumber: number,
  logFailure: LogFailure,
  channel: string,
  onMessage: (payload: string) => void,
  onReconnect: () => void,
): Promise<{ close(): Promise<void> }> {
  let client: Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const opened = connect();
    opened.on("notification", (message) => onMessage(message.payload ?? ""));
    opened.on("error", (error) => lost(opened, error));
    opened.on("end", () => lost(opened, new Error("The connection ended")));
    await opened.connect();
    await opened.query(
      `listen "${channel}"; select pg_advisory_lock_shared(${ADVISORY_LOCKS.alive}),
         pg_advisory_lock_shared(${ADVISORY_LOCKS.process}, ${processNumber})`,
    );
    client = opened;
    onReconnect();
  }

  function lost(which: Client, error: Error): void {
    if (isClosed || client !== which) return;
    client = null;
    logFailure(error, "warn", "Lost the connection that hears of changes; connecting again");
    void which.end().catch(() => undefined);
    scheduleOpen();
  }

  function scheduleOpen(): void {
    retry = setTimeout(() => {
      open().catch((error: unknown) => {
        logFailure(error, "warn", "Cannot hear of changes yet");
        if (!isClosed) scheduleOpen();
      });
    }, RETRY_MS);
  }

  const heartbeat = setInterval(() => {
    const queried = client;
    queried?.query("select 1").catch((error: Error) => lost(queried, error));
  }, HEARTBEAT_MS);
  heartbeat.unref();

  await open();
  return {
    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      await client?.end();
    },
  };
}
