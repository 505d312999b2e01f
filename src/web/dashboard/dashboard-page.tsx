import { lazy, Suspense, useEffect } from "react";
import { Exact } from "#blocks/exact.tsx";
import { FIRST_NOTIFICATIONS } from "#contract/first-inputs.ts";
import type { QuickLink } from "#domain/organizations/organization.ts";
import { useIsHydrated } from "#web/lib/use-delayed.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { type Person, usePerson } from "#web/lib/use-person.ts";
import { newestFirst } from "#web/notifications/notification-history.ts";
import { NotificationList, NotificationListLoading } from "#web/notifications/notification-list.tsx";
import { useLatestNotifications } from "#web/notifications/use-notifications.ts";
import { PATHS } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeading, EmptyState } from "#web/ui/card.tsx";
import { FailedNotice } from "#web/ui/notice.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { ExternalLink, TextLink } from "#web/ui/text-link.tsx";
import { Decisions, DecisionsPlaceholder } from "./decisions.tsx";
import { OverviewTiles, TilesPlaceholder } from "./overview-tiles.tsx";
import { useDecisions, useOverview } from "./use-overview.ts";

const InactiveOrganization = lazy(async () => ({
  default: (await import("./inactive-organization.tsx")).InactiveOrganization,
}));

/** Begins with the documents that wait for a decision and their total. */
export function DashboardPage() {
  usePageTitle("Dashboard");
  const person = usePerson();
  const isHydrated = useIsHydrated();
  // One of the company's people who belongs to no client's organization has the company's side instead.
  const isAdminOnly = Boolean(person.profile?.adminRole) && person.organizations?.length === 0;
  useEffect(() => {
    if (isAdminOnly) window.location.replace(PATHS.admin);
  }, [isAdminOnly]);
  if (person.isLoading || isAdminOnly) {
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
          {person.activeOrganization ? (
            <Exact>{person.activeOrganization.organizationName}</Exact>
          ) : (
            "Dashboard"
          )}
        </PageHeading>
        {/* Not rendered on the server, which would have to wait for its code. */}
        {isHydrated ? (
          <Suspense>
            <InactiveOrganization person={person} />
          </Suspense>
        ) : null}
      </PageBody>
    );
  }
  return (
    <PageBody>
      <OrganizationSummary person={person} />
      <Overview canWrite={person.canWrite === true} links={person.activeOrganization?.quickLinks ?? []} />
    </PageBody>
  );
}

/** The height of the decisions is unknown before they load, so the content below them waits for them. */
function Overview({ canWrite, links }: { canWrite: boolean; links: readonly QuickLink[] }) {
  const { decisions, error } = useDecisions();
  // Starts their requests too.
  useOverview();
  useLatestNotifications();
  if (decisions === undefined && !error) {
    return (
      <div className="space-y-6">
        <DecisionsPlaceholder />
        <TilesPlaceholder />
      </div>
    );
  }
  return (
    <div className="space-y-6">
      <Decisions canWrite={canWrite} />
      <OverviewTiles />
      <div
        className={
          links.length > 0
            ? "grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]"
            : undefined
        }
      >
        <RecentNotifications />
        <QuickLinks links={links} />
      </div>
    </div>
  );
}

/** The active organization's quick links; renders nothing if there are none. */
function QuickLinks({ links }: { links: readonly QuickLink[] }) {
  if (links.length === 0) return null;
  return (
    <Card aria-labelledby="links">
      <CardHeading id="links">Links</CardHeading>
      <ul className="px-5 py-2">
        {links.map((link) => (
          <li key={`${link.label} ${link.url}`} className="py-2 touch:py-0">
            <ExternalLink href={link.url} className="wrap-anywhere touch:inline-block touch:py-3">
              <bdi>{link.label}</bdi>
            </ExternalLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The organization that the person acts for, and their permission there. */
function OrganizationSummary({ person }: { person: Person }) {
  const { profile, activeOrganization, canWrite } = person;
  if (!profile || activeOrganization === undefined) return <SummaryPlaceholder />;
  return (
    <PageHeading
      eyebrow={
        profile.firstName ? (
          <>
            Good to see you, <Exact>{profile.firstName}</Exact>
          </>
        ) : (
          "Dashboard"
        )
      }
      aside={<Badge status={activeOrganization.status} />}
      intro={
        <span className={canWrite === undefined ? "invisible" : undefined}>
          {canWrite ? (
            <>
              You can view everything and accept on behalf of{" "}
              <Exact>{activeOrganization.organizationName}</Exact>.
            </>
          ) : (
            "You can view everything. Colleagues with write access can accept."
          )}
        </span>
      }
    >
      <Exact>{activeOrganization.organizationName}</Exact>
    </PageHeading>
  );
}

function SummaryPlaceholder() {
  return (
    <div className="mb-6">
      <h1 className="sr-only">Dashboard</h1>
      <Loading label="Loading your organization">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="mt-1 h-9 w-72 max-w-full" />
        <Skeleton className="mt-2 h-5 w-96 max-w-full" />
      </Loading>
    </div>
  );
}

/** Overview card two: the latest notifications. */
function RecentNotifications() {
  return (
    <Card aria-labelledby="recent-notifications" className="overflow-hidden">
      <CardHeading
        id="recent-notifications"
        action={
          <TextLink to={PATHS.notifications} className="inline-flex items-center text-sm touch:min-h-11">
            See all notifications
          </TextLink>
        }
      >
        Recent Notifications
      </CardHeading>
      <Latest />
    </Card>
  );
}

function Latest() {
  const { data: latest, error, mutate } = useLatestNotifications();
  const data = latest?.data;
  if (data === undefined && error) {
    return (
      <div className="p-5">
        <FailedNotice onRetry={() => void mutate()}>We were unable to fetch your notifications.</FailedNotice>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <Loading label="Loading notifications">
        <NotificationListLoading count={FIRST_NOTIFICATIONS} />
      </Loading>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No notifications yet">
        We'll let you know here when a document is shared, accepted or ready to download.
      </EmptyState>
    );
  }
  return <NotificationList notifications={newestFirst(data)} />;
}
