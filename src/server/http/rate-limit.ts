import { normalizeIP } from "@better-auth/core/utils/ip";
import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { AppError } from "../app-error.ts";
import type { Db } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { rateLimits } from "../schema/requests.ts";

/** The maximal number of attempts under a key in a window that begins with the first attempt. */
export type RateLimit = { key: string; max: number; windowSeconds: number };

/** Attempts are counted outside the call's transaction, because a refusal rolls that back. */
type LimiterDeps = Pick<Deps, "clock"> & { database: Pick<Deps["database"], "db"> };

/** The network that limits count. An IPv6 /64 is one network: a household or office has all of it. */
export function networkOf(ipAddress: string): string {
  return mask(ipAddress, 64);
}

/** Networks of IPv6 around that of 64 bits. Providers give customers 56 or 48 bits, and many customers share those. */
const WIDER_NETWORKS = [
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
];

/** The networks that an address counts for, each with how many times as much as the smallest it may do. */
export function networksOf(ipAddress: string): { name: string; share: number }[] {
  const smallest = networkOf(ipAddress);
  if (!smallest.includes(":")) return [{ name: smallest, share: 1 }];
  const wider = WIDER_NETWORKS.map(({ bits, share }) => ({
    name: `${mask(ipAddress, bits)}/${bits}`,
    share,
  }));
  return [{ name: smallest, share: 1 }, ...wider];
}

/** The library recognises IPv4 within IPv6 only in lower case, and its type lists few prefix lengths. */
function mask(ipAddress: string, bits: number): string {
  return normalizeIP(ipAddress.toLowerCase(), { ipv6Subnet: bits as 64 });
}

/** A limit of everything that comes from the networks of an address. `key` names what is counted. */
export function limitsOfNetworks(ipAddress: string, { key, max, windowSeconds }: RateLimit): RateLimit[] {
  return networksOf(ipAddress).map(({ name, share }) => ({
    key: `${key} ${name}`,
    max: max * share,
    windowSeconds,
  }));
}

/** More than any limit, and far below the column's maximum. */
const MAX_COUNTED = 1_000_000;
const SWEEP_BATCH_SIZE = 100;
/** A window that ends later than this after a new one is of a clock that was put back. Processes differ by less. */
const MAX_CLOCK_DIFFERENCE = sql.raw("interval '5 minutes'");

/**
 * Counts an attempt under every key atomically. Throws AppError "rate-limited", or "unavailable" if it cannot count.
 */
export async function consumeAttempt(deps: LimiterDeps, limits: readonly RateLimit[]): Promise<void> {
  if (limits.length === 0) return;
  const now = deps.clock();
  const counted = await orUnavailable(insertAttempts(deps, limits, now));
  const windowEnds = counted
    .filter((row) => row.attempts > maxOf(limits, row.key))
    .map((row) => row.windowEndsAt.getTime());
  if (windowEnds.length > 0) {
    const waitMs = Math.max(...windowEnds) - now.getTime();
    throw rateLimited("Too many attempts.", Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

/** Counts what is never refused. Returns how many there are in the window. Throws like consumeAttempt if it cannot. */
export async function countAttempt(deps: LimiterDeps, counted: Omit<RateLimit, "max">): Promise<number> {
  const [row] = await orUnavailable(insertAttempts(deps, [counted], deps.clock()));
  return row?.attempts ?? 0;
}

/** Whether the window of a key has begun and not ended. */
export async function isCounting({ database, clock }: LimiterDeps, key: string): Promise<boolean> {
  const isOpen = and(eq(rateLimits.key, key), gt(rateLimits.windowEndsAt, clock()));
  const open = await orUnavailable(database.db.select().from(rateLimits).where(isOpen));
  return open.length > 0;
}

async function orUnavailable<Result>(work: PromiseLike<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const message = "This isn't possible at the moment. Please try again soon.";
    throw Object.assign(new AppError("unavailable", message), { cause: error });
  }
}

/** Takes back a correct attempt: only failed ones count. */
export async function refundAttempt(
  deps: LimiterDeps,
  limits: readonly Pick<RateLimit, "key">[],
): Promise<void> {
  const keys = limits.map((limit) => limit.key);
  await deps.database.db
    .update(rateLimits)
    .set({ attempts: sql`${rateLimits.attempts} - 1` })
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.attempts, 0)));
}

type Counted = Omit<RateLimit, "max">;

async function insertAttempts({ database: { db } }: LimiterDeps, limits: readonly Counted[], now: Date) {
  const isOver = sql`(${rateLimits.windowEndsAt} <= ${now.toISOString()}::timestamptz
    or ${rateLimits.windowEndsAt} > excluded.window_ends_at + ${MAX_CLOCK_DIFFERENCE})`;
  const counted = await db
    .insert(rateLimits)
    .values(limits.toSorted(byKey).map((limit) => firstAttempt(limit, now)))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        attempts: sql`case when ${isOver} then 1 else least(${rateLimits.attempts} + 1, ${MAX_COUNTED}) end`,
        windowEndsAt: sql`case when ${isOver} then excluded.window_ends_at else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning();
  // Every new window deletes some old ones, so the table stays small.
  if (counted.some((row) => row.attempts === 1)) await sweepExpired(db, now);
  return counted;
}

async function sweepExpired(db: Db, now: Date): Promise<void> {
  const expired = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(lte(rateLimits.windowEndsAt, now))
    .orderBy(asc(rateLimits.windowEndsAt))
    .limit(SWEEP_BATCH_SIZE)
    .for("update", { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, expired));
}

function firstAttempt({ key, windowSeconds }: Counted, now: Date) {
  return { key, attempts: 1, windowEndsAt: new Date(now.getTime() + windowSeconds * 1000) };
}

/** A fixed order of keys prevents deadlocks between two statements. */
function byKey(a: Counted, b: Counted): number {
  return a.key < b.key ? -1 : 1;
}

function maxOf(limits: readonly RateLimit[], key: string): number {
  return limits.find((limit) => limit.key === key)?.max ?? 0;
}

/** The refusal of one request too many: what was refused, and how long to wait. */
export function rateLimited(what: string, retryAfterSeconds: number): AppError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("rate-limited", `${what} Please try again in ${wait}.`, {
    retryAfterSeconds,
  });
}

type Window = { visits: number; endsAt: number };

/** More networks, or people, than visit a portal at once. */
const MAX_NETWORKS = 20_000;

/** Counts visits per network, or person, in memory, because a read writes no row. Each process counts its own. */
export function createVisitLimit({ max, windowMs }: { max: number; windowMs: number }) {
  const windows = new Map<string, Window>();

  /** Returns the seconds until the next one is accepted, or 0. */
  function countFor(key: string, at: number, most: number): number {
    let window = windows.get(key);
    // One that ends later than a new one is of a clock that was put back.
    if (!window || window.endsAt <= at || window.endsAt > at + windowMs) {
      // A new window goes to the end of the map, so the first one is the oldest.
      windows.delete(key);
      window = { visits: 0, endsAt: at + windowMs };
      windows.set(key, window);
      const [oldest] = windows.keys();
      if (windows.size > MAX_NETWORKS && oldest !== undefined) windows.delete(oldest);
    }
    window.visits += 1;
    return window.visits > most ? Math.ceil((window.endsAt - at) / 1000) : 0;
  }

  return {
    /** Counts a visit from an address. Returns null, or the seconds until the next visit is accepted. */
    count(ipAddress: string, now: Date): number | null {
      const waits = networksOf(ipAddress).map(({ name, share }) =>
        countFor(name, now.getTime(), max * share),
      );
      return Math.max(...waits) || null;
    },
    /** The same for a person, wherever they are. */
    countPerson(id: string, now: Date): number | null {
      return countFor(id, now.getTime(), max) || null;
    },
  };
}
