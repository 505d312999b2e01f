import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, EmptyState } from "#web/ui/card.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { OrganizationPermissions, PermissionsLoading } from "./organization-permissions.tsx";

export function PermissionsPage() {
  usePageTitle("Permissions");
  const { profile, organizations, activeOrganization, isLoading, isOrgVerified, canWrite, decisionRefusal } =
    usePerson();
  if (isLoading) {
    return (
      <PageBody>
        <PermissionsLoading />
      </PageBody>
    );
  }
  if (!profile || !activeOrganization) return <NoOrganization isMember={organizations?.length !== 0} />;
  return (
    <PageBody>
      <OrganizationPermissions
        key={activeOrganization.organizationId}
        organization={activeOrganization}
        userId={profile.userProfileId}
        // The server also requires that a writer's organization is verified.
        mayChange={canWrite && isOrgVerified}
        mayLift={canWrite === true && decisionRefusal === null}
      />
    </PageBody>
  );
}

function NoOrganization({ isMember }: { isMember: boolean }) {
  return (
    <PageBody>
      <PageHeading>Permissions for your organization</PageHeading>
      <Card>
        {isMember ? (
          <EmptyState
            title="You're not in an active organization"
            action={<ButtonLink to={PATHS.profile}>My Profile</ButtonLink>}
          >
            Choose an active organization in your profile to see its members here.
          </EmptyState>
        ) : (
          <EmptyState title="You're not a member of an organization yet.">
            Ask your contact at <Exact>{BRAND.companyName}</Exact>, or a colleague who uses the portal, to add
            you. Then its members appear here.
          </EmptyState>
        )}
      </Card>
    </PageBody>
  );
}
