import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import { LiveEvent } from "#contract/live.ts";
import { Audience, audienceKey } from "#domain/access/audience.ts";
import type { Database } from "../db/database.ts";
import type { Live, Subscriber } from "./live.ts";

const CHANNEL = "counterpart_live";

const Told = z.object({ audience: Audience, event: LiveEvent });

/** Sends live events through the database, so that every process receives the events of all. */
export async function createLive(
  database: Database,
  log: Logger,
): Promise<Live & { close(): Promise<void> }> {
  const subscribers = new Map<string, Set<Subscriber>>();

  function hear(payload: string): void {
    const told = Told.safeParse(parseJson(payload));
    if (!told.success) {
      log.warn({ payload }, "A live event cannot be read");
      return;
    }
    const { audience, event } = told.data;
    for (const { onEvent } of subscribers.get(audienceKey(audience)) ?? []) onEvent(event, audience);
  }

  function tellGap(): void {
    const everyone = new Set([...subscribers.values()].flatMap((group) => [...group]));
    for (const { onGap } of everyone) onGap?.();
  }

  const listener = await database.listen(CHANNEL, hear, tellGap);
  const publishAll: Live["publishAll"] = async (tx, told) => {
    const payloads = told.map((one: z.input<typeof Told>) => JSON.stringify(one));
    await tx.execute(
      sql`select pg_notify(${CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) as told(payload)`,
    );
  };
  return {
    publish: (tx, audience, event) => publishAll(tx, [{ audience, event }]),
    publishAll,
    subscribe(audiences, subscriber) {
      const keys = audiences.map(audienceKey);
      for (const key of keys) subscribers.set(key, (subscribers.get(key) ?? new Set()).add(subscriber));
      return {
        close() {
          for (const key of keys) {
            const group = subscribers.get(key);
            group?.delete(subscriber);
            if (group?.size === 0) subscribers.delete(key);
          }
        },
      };
    },
    close: () => listener.close(),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
