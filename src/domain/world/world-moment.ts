import { z } from "zod";
import { Timestamp } from "../record-fields.ts";

const AGE = /^-(\d{1,6})(m|h|d)$/;
const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** ISO 8601 with a zone, or an age before the import ("-90m", "-2h", "-30d") for data that always looks recent. */
export const WorldMoment = z.string().refine((text) => AGE.test(text) || Timestamp.safeParse(text).success, {
  error: 'Expected a moment such as "2026-03-01T09:30:00+11:00", or an age such as "-90m", "-2h" or "-30d"',
});
export type WorldMoment = z.infer<typeof WorldMoment>;

/** The moment that a file means if it is imported at `now`. */
export function momentAt(instant: WorldMoment, now: Date): Date {
  const [, count, unit] = AGE.exec(instant) ?? [];
  if (!count || !unit) return new Date(instant);
  return new Date(now.getTime() - Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS]);
}
