import { type ReactNode, useMemo, useState } from "react";
import { listAnnouncements } from "#contract/admin/mail.ts";
import type { Announcement } from "#domain/announcements/announcement.ts";
import type { Id } from "#domain/id.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { controlsColumn, dateColumn } from "#web/ui/data-table/usual-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { AnnounceDialog } from "./announce-dialog.tsx";

export function AnnouncementsPage() {
  const mayChange = useMayActAs("editor");
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  return (
    <Screen
      title="Announcements"
      intro="What you announced to all or some of your clients, in their notifications."
      actions={
        mayChange ? (
          <Button tone="primary" onClick={() => setIsAnnouncing(true)}>
            Announce
          </Button>
        ) : null
      }
    >
      <AnnouncementsTable
        label="Announcements"
        emptyHint="News for your clients, such as holidays or a new address, appears here once you announce it."
        emptyAction={
          mayChange ? (
            <Button tone="primary" onClick={() => setIsAnnouncing(true)}>
              Write the first announcement
            </Button>
          ) : null
        }
      />
      {isAnnouncing ? <AnnounceDialog organization={null} onClose={() => setIsAnnouncing(false)} /> : null}
    </Screen>
  );
}

type AnnouncementsPanelProps = { organization: ManagedOrganization; mayChange: boolean };

/** The announcements that an organization received, alone or together with others. */
export function AnnouncementsPanel({ organization, mayChange }: AnnouncementsPanelProps) {
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  return (
    <div>
      {mayChange ? (
        <div className="mb-4 flex justify-end">
          <Button onClick={() => setIsAnnouncing(true)}>Announce</Button>
        </div>
      ) : null}
      <AnnouncementsTable
        organizationId={organization.organizationId}
        label="Announcements to the organization"
        emptyHint="What you announce to this organization, alone or with others, appears here."
      />
      {isAnnouncing ? (
        <AnnounceDialog organization={organization} onClose={() => setIsAnnouncing(false)} />
      ) : null}
    </div>
  );
}

type AnnouncementsTableProps = {
  organizationId?: Id;
  label: string;
  emptyHint: string;
  emptyAction?: ReactNode;
};

function AnnouncementsTable({ organizationId, ...texts }: AnnouncementsTableProps) {
  const query = useMemo(() => (organizationId === undefined ? {} : { organizationId }), [organizationId]);
  return (
    <ListTable
      {...texts}
      what={listAnnouncements}
      query={query}
      columns={ANNOUNCEMENT_COLUMNS}
      getRowId={(row) => row.announcementId}
      usualOrder="Newest first"
      failureText="We were unable to fetch the announcements."
    />
  );
}

const ANNOUNCEMENT_COLUMNS: readonly DataTableColumn<Announcement>[] = [
  { id: "title", header: "Title", text: (row) => row.title, cardSlot: "title" },
  {
    id: "text",
    header: "Text",
    text: (row) => row.text,
    cell: (row) => <span className="line-clamp-2 text-ink-soft">{row.text}</span>,
    isWide: true,
  },
  controlsColumn({ id: "told", header: "Notified", cell: (row) => <Receivers announcement={row} /> }),
  { id: "sentBy", header: "Sent by", text: (row) => row.sentBy, isExtra: true },
  dateColumn({ id: "sentAt", header: "Sent" }, (row) => row.sentAt),
];

function Receivers({
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
