import { Bell } from "lucide-react";
import { UNREAD, unreadUntil } from "#contract/first-inputs.ts";
import { listNotifications } from "#contract/notifications.ts";
import { formatCount } from "#domain/format.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import { usePage } from "#web/lib/use-call.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { BarLink, MenuButton } from "#web/ui/menu-button.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { SearchButton } from "#web/ui/search-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isActive, linksFor } from "./nav-links.ts";
import { OrganizationMenu } from "./organization-menu.tsx";

const loadMenu = async () => (await import("./client-menu.tsx")).ClientMenu;

export function TopBar({ person }: { person: Person }) {
  return (
    <header className="sticky low:static top-0 z-30 border-line border-b bg-paper print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-6xl items-center gap-2 px-4 sm:h-16 sm:px-6">
        <Link
          to={PATHS.dashboard}
          className="mr-auto flex shrink-0 items-center rounded-md touch:min-h-11 lg:mr-6"
        >
          <ProductLogo />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden h-[50px] min-w-0 items-center gap-0.5 lg:flex">
          <TopLinks person={person} />
        </nav>
        {/* Rendered together with the links, whose placeholder covers it. */}
        {person.isLoading ? null : <SearchButton />}
        {/* The name replaces its placeholder, which is narrower and would be seen to move. */}
        <div key={String(person.isLoading)} className="hidden lg:block">
          <OrganizationMenu person={person} />
        </div>
        <NotificationBell />
        <div className="lg:hidden">
          <MenuButton load={loadMenu} sheetProps={{ person }} />
        </div>
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

function NotificationBell() {
  const { pathname } = useLocation();
  const { data } = usePage(listNotifications, () => unreadUntil(new Date()), { name: UNREAD });
  const unread = data?.page.total ?? 0;
  return (
    <Link
      to={PATHS.notifications}
      title="Notifications"
      aria-label={unread === 0 ? "Notifications" : `Notifications, ${unread} unread`}
      aria-current={isActive({ path: PATHS.notifications }, pathname) ? "page" : undefined}
      className="relative flex size-9 shrink-0 items-center justify-center rounded-md text-ink-soft transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand touch:size-11"
    >
      <Bell aria-hidden="true" strokeWidth={1.5} className="size-5" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="absolute top-0 left-1/2 min-w-4.5 rounded-full border-2 border-paper bg-brand px-1 text-center font-semibold text-[0.6875rem] text-on-brand leading-3.5 tabular-nums"
        >
          {formatCount(unread)}
        </span>
      ) : null}
    </Link>
  );
}
