import type { ReactNode } from "react";
import { companyDate, companyDateTime, timeForEverybody } from "#web/lib/company-time.ts";
import { useIsHydrated } from "#web/lib/use-delayed.ts";

export type DateTextProps = { iso: string; className?: string };

/** A medium date; hovering shows the exact time, also in the reader's own zone and in UTC. */
export function DateText({ iso, className = "whitespace-nowrap" }: DateTextProps) {
  return (
    <TimeText iso={iso} className={className} translate="no">
      {companyDate(iso)}
    </TimeText>
  );
}

/** A medium date and time with the zone. */
export function DateTimeText({ iso, className }: DateTextProps) {
  return (
    <TimeText iso={iso} className={className} translate="no">
      {companyDateTime(iso)}
    </TimeText>
  );
}

type TimeTextProps = DateTextProps & { translate?: "no"; children: ReactNode };

/**
 * A time in any words; hovering shows the exact time. Browsers differ in details of dates ("Sep", "Sept"), so a drawing
 * keeps what the server wrote. The reader's own zone is known to their browser only.
 */
export function TimeText({ iso, children, ...rest }: TimeTextProps) {
  const title = useIsHydrated() ? timeForEverybody(iso) : undefined;
  return (
    <time suppressHydrationWarning dateTime={iso} title={title} {...rest}>
      {children}
    </time>
  );
}
