import { companyDate, companyDateTime, timeForEverybody } from "#web/lib/company-time.ts";
import { relativeTime } from "#web/lib/relative-time.ts";

type DateTextProps = { iso: string; className?: string };

/** A medium date; hovering shows the exact time, also in the reader's own zone and in UTC. */
export function DateText({ iso, className }: DateTextProps) {
  return (
    <time dateTime={iso} title={timeForEverybody(iso)} className={className ?? "whitespace-nowrap"}>
      {companyDate(iso)}
    </time>
  );
}

/** A medium date and time with the zone. */
export function DateTimeText({ iso, className }: DateTextProps) {
  return (
    <time dateTime={iso} title={timeForEverybody(iso)} className={className}>
      {companyDateTime(iso)}
    </time>
  );
}

/** "3 hours ago"; hovering shows the exact time. */
export function RelativeTimeText({ iso, className }: DateTextProps) {
  return (
    <time dateTime={iso} title={timeForEverybody(iso)} className={className ?? "whitespace-nowrap"}>
      {relativeTime(iso, new Date())}
    </time>
  );
}
