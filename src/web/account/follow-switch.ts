import { useEffect, useEffectEvent } from "react";
import { getProfile } from "#contract/account.ts";
import type { UserProfile } from "#domain/account/user-profile.ts";
import { forgetOrganizations, refetchPersonal, useCached } from "#web/lib/use-call.ts";

const NAME = "counterpart-switch";

/** Tells the browser's other windows that this person now acts for another organization. */
export function tellSwitch(profile: UserProfile): void {
  const windows = new BroadcastChannel(NAME);
  windows.postMessage(profile);
  windows.close();
}

/** Follows a switch in another window: the server answers all windows for the same organization. */
export function useFollowSwitch(): void {
  const cached = useCached();
  const follow = useEffectEvent(async (profile: UserProfile) => {
    forgetOrganizations();
    await cached.replace(getProfile, {}, profile);
    await refetchPersonal(getProfile);
  });
  useEffect(() => {
    const windows = new BroadcastChannel(NAME);
    windows.onmessage = ({ data }: MessageEvent<UserProfile>) => void follow(data);
    return () => windows.close();
  }, []);
}
