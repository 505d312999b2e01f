import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { adminRoleLabel } from "#domain/account/admin-role.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { BarLink, MenuButton, signOutWithToast } from "#web/ui/menu-button.tsx";
import { closeWhenLeft, placeBelow } from "#web/ui/popover.ts";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { SearchButton } from "#web/ui/search-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ACCOUNT_PATH, BAR_LINKS, hasRole, isHere, isMember, linksUnderMore } from "./bar-links.ts";

const loadMenu = async () => (await import("./admin-menu.tsx")).AdminMenu;

/** The bar of the company's side: links to its screens, and the person with their role and sign-out. */
export function AdminBar({ person }: { person: Person }) {
  const { pathname } = useLocation();
  const underMore = linksUnderMore(person);
  const isMoreHere = underMore.some(({ path }) => isHere(path, pathname));
  return (
    <header className="sticky low:static top-0 z-30 border-line border-b bg-paper print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-6xl items-center gap-2 px-4 sm:h-16 sm:px-6">
        <Link to="/" className="flex shrink-0 items-center gap-3 rounded-md touch:min-h-11 xl:mr-3">
          <ProductLogo />
          <span className="rounded-sm border border-line-strong/60 px-1.5 font-medium text-ink-soft text-xs leading-5">
            Admin
          </span>
        </Link>
        {hasRole(person) ? (
          <nav aria-label="Main" className="hidden shrink-0 items-center xl:flex">
            {BAR_LINKS.map(({ label, path }) => (
              <BarLink key={path} to={path} isHere={isHere(path, pathname)}>
                {label}
              </BarLink>
            ))}
            {/* Another one after each step, which is closed. */}
            <BarPopover key={pathname} label="More" isHere={isMoreHere}>
              {underMore.map(({ label, path }) => (
                <Link
                  key={path}
                  to={path}
                  aria-current={isHere(path, pathname) ? "page" : undefined}
                  className={POPOVER_ROW}
                >
                  {label}
                </Link>
              ))}
            </BarPopover>
          </nav>
        ) : null}
        {/* Rendered together with the name beside it, whose placeholder is narrower. */}
        <div className="ml-auto shrink-0">{person.profile?.adminRole ? <SearchButton /> : null}</div>
        {/* The name has a separate element, because an element that grows would shift. */}
        <div key={person.profile ? "name" : "placeholder"} className="hidden min-w-0 xl:block">
          <Account person={person} />
        </div>
        <div className="xl:hidden">
          <MenuButton load={loadMenu} sheetProps={{ person }} />
        </div>
      </div>
    </header>
  );
}

/** The signed-in person and their role, with the clients' side and sign-out below. */
function Account({ person }: { person: Person }) {
  const { profile } = person;
  if (profile === undefined) return <Skeleton className="h-9 w-32" />;
  return (
    <BarPopover label={profile ? <NameAndRole profile={profile} /> : "Account"}>
      {profile ? (
        <p className="mb-1 border-line border-b px-2.5 py-2 text-ink-soft text-sm">{profile.email}</p>
      ) : null}
      {profile?.adminRole ? (
        <Link to={ACCOUNT_PATH} className={POPOVER_ROW}>
          My account
        </Link>
      ) : null}
      {isMember(person) ? (
        <a href={PATHS.dashboard} className={POPOVER_ROW}>
          Client portal
        </a>
      ) : null}
      <button type="button" className={POPOVER_ROW} onClick={() => void signOutWithToast()}>
        Sign out
      </button>
    </BarPopover>
  );
}

function NameAndRole({ profile }: { profile: NonNullable<Person["profile"]> }) {
  return (
    <span className="min-w-0 text-left leading-tight">
      <span className="block truncate font-medium text-ink">{displayName(profile)}</span>
      {profile.adminRole ? <span className="block text-sm">{adminRoleLabel(profile.adminRole)}</span> : null}
    </span>
  );
}

const TRIGGER =
  "flex min-h-9 touch:min-h-11 max-w-[min(100%,14rem)] items-center gap-1 rounded-md px-3 transition-colors hover:bg-hover hover:text-ink";

const POPOVER_ROW =
  "flex min-h-9 touch:min-h-11 w-full items-center rounded-sm px-2.5 text-left transition-colors hover:bg-hover aria-[current]:font-semibold";

type BarPopoverProps = { label: ReactNode; isHere?: boolean; children: ReactNode };

/** A button of the bar with rows below it. The browser's popover closes and returns the focus by itself. */
function BarPopover({ label, isHere = false, children }: BarPopoverProps) {
  const popoverId = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={popoverId}
        className={classNames(TRIGGER, isHere ? "font-semibold text-ink" : "text-ink-soft")}
      >
        {label}
        <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the controls in it */}
      <div
        ref={popover}
        id={popoverId}
        popover="auto"
        className="fixed inset-auto m-0 min-w-52 rounded-lg border border-line bg-raised p-1 text-ink shadow-float"
        onBeforeToggle={() => placeBelow(opener.current, popover.current, 0)}
        onBlur={closeWhenLeft}
      >
        {children}
      </div>
    </>
  );
}
