import { companyDate, companyDateTime, timeForEverybody } from "#web/lib/company-time.ts";
import { drawnWith } from "#web/lib/first-answers.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { useIsHydrated } from "#web/lib/use-is-hydrated.ts";

// Browsers differ in details of dates ("Sep", "Sept"), so a drawing keeps what the server wrote.

type DateTextProps = { iso: string; className?: string };

/** A medium date; hovering shows the exact time, also in the reader's own zone and in UTC. */
export function DateText({ iso, className }: DateTextProps) {
  return (
    <time
      suppressHydrationWarning
      dateTime={iso}
      title={useHint(iso)}
      className={className ?? "whitespace-nowrap"}
    >
      {companyDate(iso)}
    </time>
  );
}

/** A medium date and time with the zone. */
export function DateTimeText({ iso, className }: DateTextProps) {
  return (
    <time suppressHydrationWarning dateTime={iso} title={useHint(iso)} className={className}>
      {companyDateTime(iso)}
    </time>
  );
}

/** "3 hours ago"; hovering shows the exact time. */
export function RelativeTimeText({ iso, className }: DateTextProps) {
  const madeAt = drawnWith()?.madeAt;
  const now = useIsHydrated() || madeAt === undefined ? new Date() : new Date(madeAt);
  return (
    <time
      suppressHydrationWarning
      dateTime={iso}
      title={useHint(iso)}
      className={className ?? "whitespace-nowrap"}
    >
      {relativeTime(iso, now)}
    </time>
  );
}

/** The reader's own zone is known to their browser only. */
function useHint(iso: string): string | undefined {
  return useIsHydrated() ? timeForEverybody(iso) : undefined;
}
