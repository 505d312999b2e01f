import { useState } from "react";
import { mutate } from "swr";
import { getProfile } from "#contract/account.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import { useCached } from "#web/lib/use-call.ts";
import type { Person } from "#web/lib/use-person.ts";
import { showToast } from "#web/ui/toasts.tsx";
import { switchOrganization } from "./switch-organization.ts";

type Switch = {
  isSwitching: boolean;
  /** Resolves when it is done or has been told as failed. */
  switchTo(organization: Organization): Promise<void>;
};

/** Switching acts for another organization at once: every answer on screen is asked for anew. */
export function useSwitchOrganization({ profile }: Person): Switch {
  const [isSwitching, setIsSwitching] = useState(false);
  const cached = useCached();
  return {
    isSwitching,
    async switchTo(organization) {
      if (!profile || isSwitching) return;
      setIsSwitching(true);
      try {
        const changed = await switchOrganization(profile, organization.organizationId);
        await cached.replace(getProfile, {}, changed, "person");
        await mutate((key) => Array.isArray(key) && key[1] !== `${getProfile.method} ${getProfile.path}`);
      } catch (error) {
        console.error(`Failed to switch to ${organization.organizationName}`, error);
        showToast({
          tone: "error",
          title: "Error",
          text: `Failed to switch to ${organization.organizationName}. Please try again.`,
        });
      } finally {
        setIsSwitching(false);
      }
    },
  };
}
