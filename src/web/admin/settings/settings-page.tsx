import { getSettings } from "#contract/admin/settings.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody, PageHeading } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** /admin/settings: how the portal presents the company. */
export function SettingsPage() {
  usePageTitle("Settings");
  const { data, error, mutate } = useCall(getSettings, {});
  const { profile } = usePerson();
  const mayChange = mayActAs(profile?.adminRole ?? null, "owner");
  return (
    <PageBody>
      <PageHeading intro="Changes apply to everyone immediately: on screens, in emails and in new PDFs.">
        Settings
      </PageHeading>
      {profile && !mayChange ? (
        <Notice tone="info" className="mb-6">
          Only an owner changes these settings.
        </Notice>
      ) : null}
      {data && profile ? (
        <SettingsForm settings={data} mayChange={mayChange} />
      ) : error ? (
        <FailedRead error={error} onRetry={() => void mutate()}>
          We could not load the settings.
        </FailedRead>
      ) : (
        <Loading label="Loading the settings">
          <Skeleton className="h-72 w-full rounded-lg" />
        </Loading>
      )}
    </PageBody>
  );
}
