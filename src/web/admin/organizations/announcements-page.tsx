import { useState } from "react";
import { listAnnouncements } from "#contract/admin/announcements.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { AnnounceDialog } from "./announce-dialog.tsx";
import { ANNOUNCEMENT_COLUMNS } from "./announcement-columns.tsx";

const EVERY_ANNOUNCEMENT = {};

/** /admin/announcements */
export function AnnouncementsPage() {
  usePageTitle("Announcements");
  const { profile } = usePerson();
  const [isAnnouncing, setIsAnnouncing] = useState(false);
  return (
    <PageBody>
      <PageHeading
        intro="What you told your clients, all or some of them, in their notifications."
        actions={
          mayActAs(profile?.adminRole ?? null, "editor") ? (
            <Button tone="primary" onClick={() => setIsAnnouncing(true)}>
              Announce
            </Button>
          ) : null
        }
      >
        Announcements
      </PageHeading>
      <ListTable
        what={listAnnouncements}
        query={EVERY_ANNOUNCEMENT}
        label="Announcements"
        columns={ANNOUNCEMENT_COLUMNS}
        getRowId={(row) => row.announcementId}
        usualOrder="Newest first"
        emptyHint="News for your clients, such as holidays or a new address, appears here once you announce it."
        failureText="We were unable to fetch the announcements."
      />
      {isAnnouncing ? <AnnounceDialog organization={null} onClose={() => setIsAnnouncing(false)} /> : null}
    </PageBody>
  );
}
