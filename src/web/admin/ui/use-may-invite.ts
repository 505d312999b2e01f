import { getSettings } from "#contract/admin/settings.ts";
import { useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";

/** Whether the person invites people of clients: owners do, and editors unless the settings say otherwise. */
export function useMayInvite(): boolean {
  const { data } = useCall(getSettings, {});
  const isOwner = useMayActAs("owner");
  const isEditor = useMayActAs("editor");
  return isOwner || (isEditor && data?.editorsInvite === true);
}
