import type { Announcement } from "#domain/announcements/announcement.ts";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn } from "#web/ui/data-table/usual-columns.tsx";

/** The columns of a list of announcements. */
export const ANNOUNCEMENT_COLUMNS: readonly DataTableColumn<Announcement>[] = [
  { id: "title", header: "Title", text: (row) => row.title, card: "title" },
  {
    id: "text",
    header: "Text",
    text: (row) => row.text,
    cell: (row) => <span className="line-clamp-2 text-ink-soft">{row.text}</span>,
    isWide: true,
  },
  {
    id: "told",
    header: "Told",
    text: () => null,
    cell: (row) => <Told announcement={row} />,
    isControls: true,
  },
  { id: "sentBy", header: "Sent by", text: (row) => row.sentBy, isExtra: true },
  dateColumn({ id: "sentAt", header: "Sent" }, (row) => row.sentAt),
];

/** To whom an announcement goes, and how far it has come. */
function Told({
  announcement: { isToAll, isMailed, organizations, told, people, organizationName },
}: {
  announcement: Announcement;
}) {
  const to = organizationName ?? (isToAll ? "All active organizations" : `${organizations} organizations`);
  const isDone = told === organizations;
  const who = people === 1 ? "1 person" : `${people} people`;
  return (
    <div className="text-sm leading-5 sm:py-1.5">
      <span className="block font-medium">{to}</span>
      <span className="block text-ink-soft">
        {isDone ? `${who}${isMailed ? ", by email too" : ""}` : `${told} of ${organizations} so far`}
      </span>
    </div>
  );
}
