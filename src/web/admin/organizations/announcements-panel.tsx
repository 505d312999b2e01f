import { useMemo, useState } from "react";
import { listAnnouncements } from "#contract/admin/announcements.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button } from "#web/ui/button.tsx";
import { AnnounceDialog } from "./announce-dialog.tsx";
import { ANNOUNCEMENT_COLUMNS } from "./announcement-columns.tsx";

type AnnouncementsPanelProps = { organization: ManagedOrganization; mayChange: boolean };

/** What an organization was told, alone or together with others. */
export function AnnouncementsPanel({ organization, mayChange }: AnnouncementsPanelProps) {
  const { organizationId } = organization;
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  const query = useMemo(() => ({ organizationId }), [organizationId]);
  return (
    <div>
      {mayChange ? (
        <div className="mb-4 flex justify-end">
          <Button onClick={() => setIsAnnouncing(true)}>Announce</Button>
        </div>
      ) : null}
      <ListTable
        what={listAnnouncements}
        query={query}
        label="Announcements to the organization"
        columns={ANNOUNCEMENT_COLUMNS}
        getRowId={(row) => row.announcementId}
        usualOrder="Newest first"
        emptyHint="What you announce to this organization, alone or with others, appears here."
        failureText="We were unable to fetch the announcements."
      />
      {isAnnouncing ? (
        <AnnounceDialog organization={organization} onClose={() => setIsAnnouncing(false)} />
      ) : null}
    </div>
  );
}
