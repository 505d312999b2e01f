import { drawnWith } from "#web/lib/first-answers.ts";
import { relativeTime } from "#web/lib/relative-time.ts";
import { useIsHydrated } from "#web/lib/use-is-hydrated.ts";
import { type DateTextProps, useHint } from "#web/ui/date-text.tsx";

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
