import { Link, useLocation } from "react-router";
import { classNames } from "#web/lib/class-names.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
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
  // The specification's placeholder: 750 by 50, or what there is room for.
  if (person.isLoading) return <Skeleton className="h-[50px] w-[750px]" />;
  return linksFor(person.isOrgVerified).map((link) => {
    const isHere = isActive(link, pathname);
    return (
      <Link
        key={link.path}
        to={link.path}
        aria-current={isHere ? "page" : undefined}
        className={classNames(
          "relative flex h-9 items-center rounded-md px-3 whitespace-nowrap transition-colors touch:h-11",
          isHere
            ? "font-semibold text-ink after:absolute after:inset-x-3 after:-bottom-3.5 after:h-0.5 after:rounded-full after:bg-brand touch:after:-bottom-2.5"
            : "text-ink-soft hover:bg-hover hover:text-ink",
        )}
      >
        {link.label}
      </Link>
    );
  });
}
