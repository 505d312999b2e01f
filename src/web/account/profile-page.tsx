import { LogOut } from "lucide-react";
import { useState } from "react";
import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { leave } from "#web/ui/leave.ts";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** /user */
export function ProfilePage() {
  usePageTitle("My Profile");
  const { profile, organizations } = usePerson();
  return (
    <PageBody>
      <PageHeading intro={profile?.email}>My Profile</PageHeading>
      {profile && organizations ? (
        <Known profile={profile} organizations={organizations} />
      ) : (
        <Loading label="Loading your profile" className="max-w-2xl">
          <Skeleton className="h-60 w-full rounded-lg" />
        </Loading>
      )}
    </PageBody>
  );
}

function Known({ profile, organizations }: { profile: UserProfile; organizations: Organization[] }) {
  return (
    <>
      <Card aria-label="Profile" className="max-w-2xl p-5 sm:p-6">
        <ProfileForm profile={profile} organizations={organizations} />
      </Card>
      <div className="mt-4 -ml-4">
        <SignOutButton />
      </div>
    </>
  );
}

function SignOutButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Button
      tone="quiet"
      isBusy={isLeaving}
      icon={<LogOut aria-hidden="true" strokeWidth={1.5} />}
      onClick={() => {
        setIsLeaving(true);
        void leave().finally(() => setIsLeaving(false));
      }}
    >
      Sign out
    </Button>
  );
}
