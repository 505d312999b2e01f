import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Badge } from "#web/ui/badge.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { Decisions } from "./decisions.tsx";
import { OrganizationSummary, SummaryPlaceholder } from "./organization-summary.tsx";
import { OverviewTiles } from "./overview-tiles.tsx";
import { QuickLinks } from "./quick-links.tsx";
import { RecentNotifications } from "./recent-notifications.tsx";
import { UnverifiedWarning } from "./unverified-warning.tsx";

/** Leads with what waits for a decision and what it is worth. */
export function DashboardPage() {
  usePageTitle("Dashboard");
  const person = usePerson();
  if (person.isLoading) {
    return (
      <PageBody>
        <SummaryPlaceholder />
        <Loading label="Loading the dashboard">
          <Skeleton className="h-[400px] w-full" />
        </Loading>
      </PageBody>
    );
  }
  if (!person.isOrgVerified) {
    return (
      <PageBody>
        <PageHeading
          aside={person.activeOrganization ? <Badge status={person.activeOrganization.status} /> : null}
        >
          {person.activeOrganization?.organizationName ?? "Dashboard"}
        </PageHeading>
        <UnverifiedWarning isAnotherOrgVerified={person.isAnotherOrgVerified} />
      </PageBody>
    );
  }
  const links = person.activeOrganization?.quickLinks ?? [];
  return (
    <PageBody>
      <OrganizationSummary person={person} />
      <div className="space-y-6">
        <Decisions canWrite={person.canWrite === true} />
        <OverviewTiles />
        <div className={links.length > 0 ? "grid items-start gap-6 lg:grid-cols-[2fr_1fr]" : undefined}>
          <RecentNotifications />
          <QuickLinks links={links} />
        </div>
      </div>
    </PageBody>
  );
}
