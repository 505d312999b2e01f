import { useState } from "react";
import { getOrganization } from "#contract/admin/organizations.ts";
import type { ManagedOrganization } from "#domain/organizations/managed-organization.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { AddressTabs } from "#web/ui/address-tabs.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { RetainersOf } from "../invoices/retainers-page.tsx";
import { newDocumentPath } from "../ui/document-paths.ts";
import { clientViewPath, NEW_INVOICE, NEW_WORK_ORDER, newFor, ORGANIZATIONS_PATH } from "../ui/paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { WorkOrdersOf } from "../work-orders/work-orders-page.tsx";
import { AnnouncementsPanel } from "./announcements-page.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { OrganizationOverview } from "./organization-overview.tsx";
import { PeoplePanel } from "./people-panel.tsx";
import { QuickLinksPanel } from "./quick-links-panel.tsx";
import { DocumentsOf, InvoicesOf } from "./record-lists.tsx";
import { StatusAction } from "./status-action.tsx";

export function OrganizationPage() {
  const { organizationId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getOrganization, { params: { id: organizationId } })}
      id={organizationId}
      noun="organization"
      list={{ to: ORGANIZATIONS_PATH, label: "All organizations" }}
      title={({ organizationName }) => organizationName}
      skeleton={
        <>
          <Skeleton className="mb-6 h-11 w-96 max-w-full" />
          <Skeleton className="h-56 w-full max-w-4xl rounded-lg" />
        </>
      }
    >
      {(organization) => <Organization organization={organization} />}
    </RecordScreen>
  );
}

function Organization({ organization }: { organization: ManagedOrganization }) {
  const isEditor = useMayActAs("editor");
  const isOwner = useMayActAs("owner");
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <article>
      <PageHeading
        eyebrow={<TextLink to={ORGANIZATIONS_PATH}>Organizations</TextLink>}
        aside={<Badge status={organization.status} />}
        actions={
          <>
            <ButtonLink to={clientViewPath(organization.organizationId, "/dashboard")} reloadDocument>
              See as client
            </ButtonLink>
            {isEditor ? (
              <>
                <ButtonLink to={newDocumentPath({ organizationId: organization.organizationId })}>
                  New document
                </ButtonLink>
                <ButtonLink to={newFor(NEW_WORK_ORDER, organization.organizationId)}>
                  New work order
                </ButtonLink>
                <ButtonLink to={newFor(NEW_INVOICE, organization.organizationId)}>New invoice</ButtonLink>
                <Button onClick={() => setIsRenaming(true)}>Change name</Button>
              </>
            ) : null}
            {isOwner ? <StatusAction organization={organization} /> : null}
          </>
        }
      >
        {organization.organizationName}
      </PageHeading>
      <AddressTabs
        label="Organization"
        tabs={[
          { name: "Overview", panel: <OrganizationOverview organization={organization} /> },
          { name: "Documents", panel: <DocumentsOf organizationId={organization.organizationId} /> },
          { name: "Work orders", panel: <WorkOrdersOf organizationId={organization.organizationId} /> },
          { name: "Invoices", panel: <InvoicesOf organizationId={organization.organizationId} /> },
          { name: "Retainers", panel: <RetainersOf organizationId={organization.organizationId} /> },
          { name: "People", panel: <PeoplePanel organization={organization} mayChange={isOwner} /> },
          {
            name: "Notes",
            panel: <NotesPanel organizationId={organization.organizationId} mayChange={isEditor} />,
          },
          {
            name: "Announcements",
            panel: <AnnouncementsPanel organization={organization} mayChange={isEditor} />,
          },
          { name: "Activity", panel: <Timeline of={{ organizationId: organization.organizationId }} /> },
          { name: "Links", panel: <QuickLinksPanel organization={organization} mayChange={isEditor} /> },
        ]}
      />
      {isRenaming ? <NameDialog organization={organization} onClose={() => setIsRenaming(false)} /> : null}
    </article>
  );
}
