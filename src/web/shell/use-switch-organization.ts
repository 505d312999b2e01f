import { useState } from "react";
import type { Organization } from "#domain/organizations/organization.ts";
import { useUpdateProfile } from "#web/account/use-update-profile.ts";
import { confirmLeaving } from "#web/lib/routing/navigation-blockers.ts";
import type { Person } from "#web/lib/use-person.ts";
import { showToast } from "#web/ui/toasts.tsx";

type Switch = {
  isSwitching: boolean;
  /** Resolves once the switch is done or its failure is shown. */
  switchTo(organization: Organization): Promise<void>;
};

/** Switches the acting organization and fetches every answer on screen again. Asks first if something is typed and not saved. */
export function useSwitchOrganization({ profile }: Person): Switch {
  const [isSwitching, setIsSwitching] = useState(false);
  const updateProfile = useUpdateProfile();
  return {
    isSwitching,
    async switchTo(organization) {
      if (!profile || isSwitching || !(await confirmLeaving())) return;
      setIsSwitching(true);
      try {
        await updateProfile(profile, { activeOrganizationId: organization.organizationId });
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
