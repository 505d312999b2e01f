import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import { CALLS } from "#contract/calls.ts";
import { LiveEvent, UNRECORDED_KINDS } from "#contract/live.ts";
import { Audience, audienceKey } from "#domain/notifications/notification.ts";
import type { Database } from "../db/database.ts";
import type { Live, Subscriber } from "../deps.ts";

const CHANNEL = "counterpart_live";
/** Of how many audiences it is known when they were last told something. */
const MOST_REMEMBERED = 5000;

const NAMED = Object.values(CALLS).flatMap(({ staleAfter }) =>
  staleAfter === "every-record" ? [] : staleAfter,
);
const KINDS = new Set([...UNRECORDED_KINDS, ...NAMED]);

const Told = z.object({ audience: Audience, event: LiveEvent });

/** Sends live events through the database, so that every process receives the events of all. */
export async function createLive(
  database: Database,
  log: Logger,
): Promise<Live & { close(): Promise<void> }> {
  const subscribers = new Map<string, Set<Subscriber>>();
  /** When each audience was last told something, the latest last. Nothing is known of the time before `knownFrom`. */
  const toldAt = new Map<string, number>();
  let knownFrom = performance.now();

  function noteTold(key: string): void {
    toldAt.delete(key);
    toldAt.set(key, performance.now());
    const [oldest] = toldAt;
    if (toldAt.size <= MOST_REMEMBERED || !oldest) return;
    [, knownFrom] = oldest;
    toldAt.delete(oldest[0]);
  }

  function hear(payload: string): void {
    const told = Told.safeParse(parseJson(payload));
    if (!told.success) {
      log.warn({ payload }, "A live event cannot be read");
      return;
    }
    const { audience, event } = told.data;
    const key = audienceKey(audience);
    noteTold(key);
    for (const { onEvent } of subscribers.get(key) ?? []) onEvent(event, audience);
  }

  function tellGap(): void {
    knownFrom = performance.now();
    const everyone = new Set([...subscribers.values()].flatMap((group) => [...group]));
    for (const { onGap } of everyone) onGap?.();
  }

  const listener = await database.listen(CHANNEL, hear, tellGap);
  const publishAll: Live["publishAll"] = async (tx, told) => {
    const unknown = told.find(({ event }) => !KINDS.has(event.kind));
    if (unknown)
      throw new Error(`No call is stale after "${unknown.event.kind}". Name it in its staleAfter.`);
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
    quietFor(audiences) {
      const times = audiences.map((audience) => toldAt.get(audienceKey(audience)) ?? knownFrom);
      return Math.floor(performance.now() - Math.max(knownFrom, ...times));
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
