import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { SecurityCards } from "#web/security/security-cards.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** /admin/account: the account of the colleague who is signed in. */
export function OwnAccountPage() {
  usePageTitle("My account");
  const { profile } = usePerson();
  return (
    <PageBody>
      <PageHeading intro={profile?.email ?? <Skeleton className="my-1 h-5 w-48" />}>My account</PageHeading>
      {profile ? (
        <SecurityCards email={profile.email} />
      ) : (
        <Loading label="Loading your account" className="max-w-2xl">
          <Skeleton className="h-60 w-full rounded-lg" />
        </Loading>
      )}
    </PageBody>
  );
}
