import { companyDate, companyDateTime, timeForEverybody } from "#web/lib/company-time.ts";
import { useIsHydrated } from "#web/lib/use-is-hydrated.ts";

// Browsers differ in details of dates ("Sep", "Sept"), so a drawing keeps what the server wrote.

export type DateTextProps = { iso: string; className?: string };

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

/** What hovering shows. The reader's own zone is known to their browser only. */
export function useHint(iso: string): string | undefined {
  return useIsHydrated() ? timeForEverybody(iso) : undefined;
}
