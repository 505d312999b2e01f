import { Link, useLocation } from "react-router";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { BarLink } from "#web/ui/bar-link.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { leave } from "#web/ui/leave.ts";
import { MenuRowButton, MenuRowLink, MenuRowPageLink, MenuSheet } from "#web/ui/menu-sheet.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SCREENS } from "../screens.ts";

const LINKS = SCREENS.flatMap(({ path, label }) => (label === undefined ? [] : [{ path, label }]));

/** A link is marked on its own screen and on those below. */
function isHere(path: string, currentPath: string): boolean {
  return currentPath === path || currentPath.startsWith(`${path}/`);
}

/** The bar of the company's side: links to its screens, the person with their role, and sign-out. */
export function AdminBar({ person }: { person: Person }) {
  const { pathname } = useLocation();
  const links = hasRole(person) ? LINKS : [];
  return (
    <header className="sticky low:static top-0 z-30 border-line border-b bg-paper/92 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-6xl items-center gap-2 px-4 sm:h-16 sm:px-6">
        <Link to="/" className="flex shrink-0 items-center gap-3 rounded-md lg:mr-6">
          <ProductLogo />
          <span className="rounded-sm border border-line-strong/60 px-1.5 font-medium text-ink-soft text-xs leading-5">
            Admin
          </span>
        </Link>
        <nav aria-label="Main" className="mr-auto hidden min-w-0 items-center gap-0.5 lg:flex">
          {links.map(({ label, path }) => (
            <BarLink key={path} to={path} isHere={isHere(path, pathname)}>
              {label}
            </BarLink>
          ))}
        </nav>
        <div className="hidden items-center gap-2 lg:flex">
          {isMember(person) ? (
            <a href={PATHS.dashboard} className={buttonClass({ tone: "quiet" })}>
              Client portal
            </a>
          ) : null}
          <SignedInAs person={person} />
          <Button tone="quiet" onClick={() => void leave()}>
            Sign out
          </Button>
        </div>
        <div className="ml-auto lg:hidden">
          <AdminMenu person={person} links={links} />
        </div>
      </div>
    </header>
  );
}

/** Until the profile has loaded, trusts the server, which sends this page only to admins. */
function hasRole({ profile }: Person): boolean {
  return profile === undefined || Boolean(profile?.adminRole);
}

/** One of the company's people may also belong to a client's organization. */
function isMember({ organizations }: Person): boolean {
  return organizations !== undefined && organizations.length > 0;
}

function SignedInAs({ person: { profile } }: { person: Person }) {
  if (profile === undefined) return <Skeleton className="h-9 w-32" />;
  if (!profile?.adminRole) return null;
  return (
    <p className="max-w-56 px-2 text-right leading-tight">
      <span className="block truncate font-medium">{displayName(profile)}</span>
      <span className="block text-ink-soft text-sm">{adminRoleLabel(profile.adminRole)}</span>
    </p>
  );
}

function AdminMenu({ person, links }: { person: Person; links: typeof LINKS }) {
  const { pathname } = useLocation();
  const { profile } = person;
  return (
    <MenuSheet>
      {(close) => (
        <>
          <nav aria-label="Main" className="mt-1">
            {links.map(({ label, path }) => (
              <MenuRowLink key={path} to={path} isHere={isHere(path, pathname)} onFollow={close}>
                {label}
              </MenuRowLink>
            ))}
          </nav>
          <div className="mt-2 border-line border-t pt-2">
            {isMember(person) ? (
              <MenuRowPageLink href={PATHS.dashboard}>Client portal</MenuRowPageLink>
            ) : null}
            <MenuRowButton onClick={() => void leave()}>Sign out</MenuRowButton>
            {profile?.adminRole ? (
              <p className="px-3 pt-1 text-ink-faint text-sm">
                {displayName(profile)}, {adminRoleLabel(profile.adminRole)}
                <br />
                {profile.email}
              </p>
            ) : null}
          </div>
        </>
      )}
    </MenuSheet>
  );
}
