import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import { z } from "zod";
import { CALLS } from "#contract/calls.ts";
import { LiveEvent, UNRECORDED_KINDS } from "#contract/live.ts";
import { Audience, audienceKey } from "#domain/notifications/notification.ts";
import type { Database } from "../db/database.ts";
import type { Live, Subscriber } from "../deps.ts";
import { LIVE_CHANNEL } from "../rls/session-trigger.ts";

/** Of how many audiences the time of the last event is known. */
const MAX_REMEMBERED = 5000;

const NAMED = Object.values(CALLS).flatMap(({ staleAfter }) =>
  staleAfter === "every-record" ? [] : staleAfter,
);
const KINDS = new Set([...UNRECORDED_KINDS, ...NAMED]);

const Notice = z.object({ audience: Audience, event: LiveEvent });

/** Sends live events through the database, so that every process receives the events of all. */
export async function createLive(
  database: Database,
  log: Logger,
): Promise<Live & { close(): Promise<void> }> {
  const subscribers = new Map<string, Set<Subscriber>>();
  const lastEvents = new LastEvents();

  function receive(payload: string): void {
    const notice = Notice.safeParse(parseJson(payload));
    if (!notice.success) {
      log.warn({ payload }, "A live event cannot be read");
      return;
    }
    const { audience, event } = notice.data;
    const key = audienceKey(audience);
    lastEvents.note(key);
    for (const { onEvent } of subscribers.get(key) ?? []) onEvent(event, audience);
  }

  function publishGap(): void {
    lastEvents.reset();
    const all = new Set([...subscribers.values()].flatMap((group) => [...group]));
    for (const { onGap } of all) onGap?.();
  }

  const listener = await database.listen(LIVE_CHANNEL, receive, publishGap);
  const publishAll: Live["publishAll"] = async (tx, notices) => {
    const unknown = notices.find(({ event }) => !KINDS.has(event.kind));
    if (unknown)
      throw new Error(`No call is stale after "${unknown.event.kind}". Name it in its staleAfter.`);
    const payloads = notices.map((one: z.input<typeof Notice>) => JSON.stringify(one));
    const each = sql`unnest(${sql.param(payloads)}::text[]) as payload`;
    await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, payload) from ${each}`);
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
    quietFor: (audiences) => lastEvents.quietFor(audiences.map(audienceKey)),
    close: () => listener.close(),
  };
}

/** When each audience last received an event, the latest last. */
class LastEvents {
  readonly #at = new Map<string, number>();
  #knownFrom = performance.now();

  note(key: string): void {
    this.#at.delete(key);
    this.#at.set(key, performance.now());
    const [oldest] = this.#at;
    if (this.#at.size <= MAX_REMEMBERED || !oldest) return;
    [, this.#knownFrom] = oldest;
    this.#at.delete(oldest[0]);
  }

  reset(): void {
    this.#knownFrom = performance.now();
  }

  quietFor(keys: readonly string[]): number {
    const times = keys.map((key) => this.#at.get(key) ?? this.#knownFrom);
    return Math.floor(performance.now() - Math.max(this.#knownFrom, ...times));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
