import { normalizeIP } from "@better-auth/core/utils/ip";
import { and, asc, gt, inArray, lte, sql } from "drizzle-orm";
import { AppError } from "../app-error.ts";
import type { Db } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { rateLimits } from "./tables.ts";

/** The maximal number of attempts under a key in a window that begins with the first attempt. */
export type RateLimit = { key: string; max: number; windowSeconds: number };

/** Attempts are counted outside the call's transaction, because a refusal rolls that back. */
type LimiterDeps = Pick<Deps, "clock"> & { database: Pick<Deps["database"], "db"> };

/**
 * The network address for limits. An IPv6 network of 64 bits counts as one, because a household or office has a whole
 * one.
 */
export function networkOf(ipAddress: string): string {
  return normalizeIP(ipAddress, { ipv6Subnet: 64 });
}

/** More than any limit, and far below the column's maximum. */
const MOST_COUNTED = 1_000_000;
const SWEPT_AT_ONCE = 100;

/**
 * Counts an attempt under every key in one atomic statement. Throws AppError "rate-limited" if a limit is exceeded,
 * "unavailable" if nothing can be counted.
 */
export async function spendAttempt(deps: LimiterDeps, limits: readonly RateLimit[]): Promise<void> {
  if (limits.length === 0) return;
  const now = deps.clock();
  const counted = await countAttempt(deps, limits, now).catch((error: unknown) => {
    throw Object.assign(
      new AppError("unavailable", "This is not possible at the moment. Please try again soon."),
      {
        cause: error,
      },
    );
  });
  const blockedUntil = counted
    .filter((row) => row.attempts > maxOf(limits, row.key))
    .map((row) => row.windowEndsAt.getTime());
  if (blockedUntil.length > 0) throw refusal(Math.max(...blockedUntil) - now.getTime());
}

/** Takes back a correct attempt: only failed ones count. */
export async function giveBackAttempt(deps: LimiterDeps, limits: readonly RateLimit[]): Promise<void> {
  const keys = limits.map((limit) => limit.key);
  await deps.database.db
    .update(rateLimits)
    .set({ attempts: sql`${rateLimits.attempts} - 1` })
    .where(and(inArray(rateLimits.key, keys), gt(rateLimits.attempts, 0)));
}

async function countAttempt({ database: { db } }: LimiterDeps, limits: readonly RateLimit[], now: Date) {
  const isOver = sql`${rateLimits.windowEndsAt} <= ${now.toISOString()}::timestamptz`;
  const counted = await db
    .insert(rateLimits)
    .values(limits.toSorted(byKey).map((limit) => firstAttempt(limit, now)))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        attempts: sql`case when ${isOver} then 1 else least(${rateLimits.attempts} + 1, ${MOST_COUNTED}) end`,
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
    .limit(SWEPT_AT_ONCE)
    .for("update", { skipLocked: true });
  await db.delete(rateLimits).where(inArray(rateLimits.key, expired));
}

function firstAttempt({ key, windowSeconds }: RateLimit, now: Date) {
  return { key, attempts: 1, windowEndsAt: new Date(now.getTime() + windowSeconds * 1000) };
}

/** A fixed order of keys prevents deadlocks between two statements. */
function byKey(a: RateLimit, b: RateLimit): number {
  return a.key < b.key ? -1 : 1;
}

function maxOf(limits: readonly RateLimit[], key: string): number {
  return limits.find((limit) => limit.key === key)?.max ?? 0;
}

function refusal(waitMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("rate-limited", `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds,
  });
}
