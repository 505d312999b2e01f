import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import { MenuRowButton, MenuRowLink, MenuRowPageLink, MenuSheet } from "#web/ui/menu-sheet.tsx";
import { ACCOUNT_PATH, BAR_LINKS, hasRole, isHere, isMember, linksUnderMore } from "./bar-links.ts";

/** The company's navigation on narrow screens. */
export function AdminMenu({ person, onClose }: { person: Person; onClose: () => void }) {
  const { pathname } = useLocation();
  const { profile } = person;
  return (
    <MenuSheet onClose={onClose}>
      <nav aria-label="Main" className="mt-1">
        {(hasRole(person) ? [...BAR_LINKS, ...linksUnderMore(person)] : []).map(({ label, path }) => (
          <MenuRowLink key={path} to={path} isHere={isHere(path, pathname)} onFollow={onClose}>
            {label}
          </MenuRowLink>
        ))}
      </nav>
      <div className="mt-2 border-line border-t pt-2">
        {profile?.adminRole ? (
          <MenuRowLink to={ACCOUNT_PATH} isHere={isHere(ACCOUNT_PATH, pathname)} onFollow={onClose}>
            My account
          </MenuRowLink>
        ) : null}
        {isMember(person) ? <MenuRowPageLink href={PATHS.dashboard}>Client portal</MenuRowPageLink> : null}
        <MenuRowButton onClick={() => void signOutWithToast().finally(onClose)}>Sign out</MenuRowButton>
        {profile?.adminRole ? (
          <p className="px-3 pt-1 text-ink-faint text-sm">
            {displayName(profile)}, {adminRoleLabel(profile.adminRole)}
            <br />
            {profile.email}
          </p>
        ) : null}
      </div>
    </MenuSheet>
  );
}
