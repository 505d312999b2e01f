import { getSettings } from "#contract/admin/settings.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs, usePerson } from "#web/lib/use-person.ts";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** /admin/settings: how the portal presents the company. */
export function SettingsPage() {
  const { data, error, mutate } = useCall(getSettings, {});
  const { profile } = usePerson();
  const mayChange = useMayActAs("owner");
  return (
    <Screen
      title="Settings"
      intro="Changes apply to everyone immediately: on screens, in emails and in new PDFs."
    >
      {profile && !mayChange ? (
        <Notice tone="info" className="mb-6">
          Only an owner changes these settings.
        </Notice>
      ) : null}
      {data && profile ? (
        <SettingsForm settings={data} mayChange={mayChange} />
      ) : (
        (fetchFailure({ error, mutate }, "We could not load the settings.") ?? (
          <Loading label="Loading the settings">
            <Skeleton className="h-72 w-full rounded-lg" />
          </Loading>
        ))
      )}
    </Screen>
  );
}
