import { formatDate, formatDateTime } from "#domain/format.ts";
import { relativeTime } from "#web/lib/relative-time.ts";

type DateTextProps = { iso: string; className?: string };

/** A medium date; hovering shows the exact time. */
export function DateText({ iso, className }: DateTextProps) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className ?? "whitespace-nowrap"}>
      {formatDate(iso)}
    </time>
  );
}

export function DateTimeText({ iso, className }: DateTextProps) {
  return (
    <time dateTime={iso} className={className}>
      {formatDateTime(iso)}
    </time>
  );
}

/** "3 hours ago"; hovering shows the exact time. */
export function RelativeTimeText({ iso, className }: DateTextProps) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className ?? "whitespace-nowrap"}>
      {relativeTime(iso, new Date())}
    </time>
  );
}
