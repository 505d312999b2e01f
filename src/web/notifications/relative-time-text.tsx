import { drawnWith } from "#web/lib/first-answers.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { useIsHydrated } from "#web/lib/use-is-hydrated.ts";
import { type DateTextProps, TimeText } from "#web/ui/date-text.tsx";

/** "3 hours ago"; hovering shows the exact time. */
export function RelativeTimeText({ iso, className = "whitespace-nowrap" }: DateTextProps) {
  const madeAt = drawnWith()?.madeAt;
  const now = useIsHydrated() || madeAt === undefined ? new Date() : new Date(madeAt);
  return (
    <TimeText iso={iso} className={className}>
      {relativeTime(iso, now)}
    </TimeText>
  );
}
