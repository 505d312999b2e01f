import type { Person } from "#web/lib/use-person.ts";
import { Badge } from "#web/ui/badge.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** The organization that the person acts for, and their permission there. */
export function OrganizationSummary({ person }: { person: Person }) {
  const { profile, activeOrganization, canWrite } = person;
  if (!profile || activeOrganization === undefined) return <SummaryPlaceholder />;
  return (
    <PageHeading
      eyebrow={profile.firstName ? `Good to see you, ${profile.firstName}` : "Dashboard"}
      aside={<Badge status={activeOrganization.status} />}
      intro={
        canWrite === undefined
          ? undefined
          : canWrite
            ? "You can read everything here and accept on behalf of the organization."
            : "You can read everything here. Accepting is up to your colleagues with write permission."
      }
    >
      {activeOrganization.organizationName}
    </PageHeading>
  );
}

export function SummaryPlaceholder() {
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
