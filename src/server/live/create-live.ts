import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import { LiveEvent } from "#contract/live.ts";
import { Id } from "#domain/id.ts";
import type { Database } from "../db/database.ts";
import type { Live } from "./live.ts";

const CHANNEL = "counterpart_live";

const Told = z.object({ organizationId: Id, event: LiveEvent });

type Subscriber = { onEvent: (event: LiveEvent) => void; onGap: () => void };

/** Live events by way of the database, so that every process hears what any of them has committed. */
export async function createLive(
  database: Database,
  log: Logger,
): Promise<Live & { close(): Promise<void> }> {
  const subscribers = new Map<Id, Set<Subscriber>>();

  function hear(payload: string): void {
    const told = Told.safeParse(parseJson(payload));
    if (!told.success) {
      log.warn({ payload }, "A live event cannot be read");
      return;
    }
    const { organizationId, event } = told.data;
    for (const { onEvent } of subscribers.get(organizationId) ?? []) onEvent(event);
  }

  function tellGap(): void {
    for (const group of subscribers.values()) for (const { onGap } of group) onGap();
  }

  const listener = await database.listen(CHANNEL, hear, tellGap);
  return {
    async publish(tx, organizationId, event) {
      const payload = JSON.stringify({ organizationId, event } satisfies z.input<typeof Told>);
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${payload})`);
    },
    subscribe(organizationId, onEvent, onGap = () => undefined) {
      const subscriber = { onEvent, onGap };
      const group = subscribers.get(organizationId) ?? new Set();
      subscribers.set(organizationId, group.add(subscriber));
      return {
        close() {
          group.delete(subscriber);
          if (group.size === 0 && subscribers.get(organizationId) === group)
            subscribers.delete(organizationId);
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
