import { Link, useLocation } from "react-router";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { BarLink } from "#web/ui/bar-link.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MobileMenu } from "./mobile-menu.tsx";
import { isActive, linksFor } from "./nav-links.ts";
import { NotificationBell } from "./notification-bell.tsx";
import { OrganizationMenu } from "./organization-menu.tsx";

export function TopBar({ person }: { person: Person }) {
  return (
    <header className="sticky low:static top-0 z-30 border-line border-b bg-paper/92 backdrop-blur-md print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-6xl items-center gap-2 px-4 sm:h-16 sm:px-6">
        <Link to={PATHS.dashboard} className="mr-auto flex shrink-0 items-center rounded-md lg:mr-6">
          <ProductLogo />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden min-w-0 items-center gap-0.5 lg:flex">
          <TopLinks person={person} />
        </nav>
        <NotificationBell />
        <div className="hidden lg:block">
          <OrganizationMenu person={person} />
        </div>
        <MobileMenu person={person} />
      </div>
    </header>
  );
}

function TopLinks({ person }: { person: Person }) {
  const { pathname } = useLocation();
  // The specification's placeholder, 750 by 50, or smaller if there is less room.
  if (person.isLoading) return <Skeleton className="h-[50px] w-[750px]" />;
  return linksFor(person.isOrgVerified).map((link) => (
    <BarLink key={link.path} to={link.path} isHere={isActive(link, pathname)}>
      {link.label}
    </BarLink>
  ));
}
