const UNITS = [
  ["year", 365 * 24 * 60 * 60],
  ["month", 30 * 24 * 60 * 60],
  ["week", 7 * 24 * 60 * 60],
  ["day", 24 * 60 * 60],
  ["hour", 60 * 60],
  ["minute", 60],
] as const;

const format = new Intl.RelativeTimeFormat("en-AU", { numeric: "auto" });

/** "3 hours ago", "yesterday"; "just now" below a minute, and for a clock that is slightly ahead. */
export function relativeTime(iso: string, now: Date): string {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const size = Math.abs(seconds);
  const unit = UNITS.find(([, length]) => size >= length);
  if (unit === undefined) return "just now";
  return format.format(Math.trunc(seconds / unit[1]), unit[0]);
}
