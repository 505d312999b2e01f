import { usePerson } from "#web/lib/use-person.ts";
import { SecurityCards } from "#web/security/security-cards.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { MailChoicesCard } from "./mail-choices-card.tsx";

/** /admin/account: the account of the colleague who is signed in. */
export function OwnAccountPage() {
  const { profile } = usePerson();
  return (
    <Screen title="My account" intro={profile?.email ?? <Skeleton className="my-1 h-5 w-48" />}>
      {profile ? (
        <>
          <MailChoicesCard />
          <SecurityCards email={profile.email} />
        </>
      ) : (
        <Loading label="Loading your account" className="max-w-2xl">
          <Skeleton className="h-60 w-full rounded-lg" />
        </Loading>
      )}
    </Screen>
  );
}
