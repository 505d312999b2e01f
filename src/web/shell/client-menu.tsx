import type { ReactNode } from "react";
import { Exact } from "#blocks/exact.tsx";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import { MenuRowButton, MenuRowLink, MenuRowPageLink, MenuSheet } from "#web/ui/menu-sheet.tsx";
import { AGREEMENTS_PATH, isActive, linksFor } from "./nav-links.ts";
import { useSwitchOrganization } from "./use-switch-organization.ts";

/** The client's navigation on a phone. */
export function ClientMenu({ person, onClose }: { person: Person; onClose: () => void }) {
  const { pathname } = useLocation();
  const { isSwitching, switchTo } = useSwitchOrganization(person);
  const { profile, activeOrganization, isOrgVerified, organizations } = person;
  const others = organizations?.filter((one) => one !== activeOrganization) ?? [];
  const account = [
    { label: "My Profile", path: PATHS.profile },
    {
      label: activeOrganization ? <Exact>{activeOrganization.organizationName}</Exact> : "My Organization",
      path: PATHS.permissions,
    },
    ...(isOrgVerified ? [{ label: "Agreements & Legal", path: AGREEMENTS_PATH }] : []),
  ];
  const link = ({ label, path }: { label: ReactNode; path: string }) => (
    <MenuRowLink key={path} to={path} isHere={isActive({ path }, pathname)} onFollow={onClose}>
      {label}
    </MenuRowLink>
  );

  return (
    <MenuSheet onClose={onClose}>
      <nav aria-label="Main" className="mt-1">
        {linksFor(isOrgVerified).map(link)}
      </nav>
      <nav aria-label="Account and organization" className="mt-2 border-line border-t pt-2">
        {account.map(link)}
        {profile?.adminRole ? <MenuRowPageLink href={PATHS.admin}>Admin</MenuRowPageLink> : null}
      </nav>
      {others.length > 0 ? (
        <section aria-label="Switch organization" className="mt-2 border-line border-t pt-2">
          <h3 className="px-3 py-1 font-medium text-ink-faint text-sm">Switch organization</h3>
          {others.map((organization) => (
            <MenuRowButton
              key={organization.organizationId}
              disabled={isSwitching}
              onClick={() => void switchTo(organization).finally(onClose)}
            >
              <Exact>{organization.organizationName}</Exact>
            </MenuRowButton>
          ))}
        </section>
      ) : null}
      <div className="mt-2 border-line border-t pt-2">
        <MenuRowButton onClick={() => void signOutWithToast().finally(onClose)}>Logout</MenuRowButton>
        <p className="wrap-anywhere px-3 pt-1 text-ink-faint text-sm" translate="no">
          {profile?.email}
        </p>
      </div>
    </MenuSheet>
  );
}
