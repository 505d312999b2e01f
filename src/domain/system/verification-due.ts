import { formatter } from "../format.ts";

const HOUR_MS = 3_600_000;
/** Less than a day, because the hours of nights differ by the clock change. */
const NIGHTLY_AFTER_MS = 20 * HOUR_MS;
/** A portal that never runs at night verifies by day. */
const BY_DAY_AFTER_MS = 48 * HOUR_MS;
const NIGHT = { from: 1, to: 5 };
/** People who have just started or updated the portal come first. */
const MIN_UPTIME_SECONDS = 1800;

type Now = { now: Date; timeZone: string; uptimeSeconds: number };

/** Whether all evidence should be compared with what it proves now. `last`: when that ended last. */
export function isVerificationDue(last: Date | null, { now, timeZone, uptimeSeconds }: Now): boolean {
  if (uptimeSeconds < MIN_UPTIME_SECONDS) return false;
  const sinceMs = last === null ? Number.POSITIVE_INFINITY : now.getTime() - last.getTime();
  const hour = Number(formatter("en-AU", { hour: "2-digit", hourCycle: "h23", timeZone }).format(now));
  const isNight = hour >= NIGHT.from && hour < NIGHT.to;
  return sinceMs > (isNight ? NIGHTLY_AFTER_MS : BY_DAY_AFTER_MS);
}
