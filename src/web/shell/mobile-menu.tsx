import { Menu as MenuIcon, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { classNames } from "#web/lib/class-names.ts";

import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { leave } from "./leave.ts";
import { AGREEMENTS_PATH, isActive, linksFor } from "./nav-links.ts";
import { useSwitchOrganization } from "./use-switch-organization.ts";

const ROW =
  "flex min-h-12 w-full items-center rounded-md px-3 text-left text-lg transition-colors hover:bg-hover";

/** The navigation where there is no room for a bar: one sheet with everything. */
export function MobileMenu({ person }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(false);
  const { isSwitching, switchTo } = useSwitchOrganization(person);
  const { activeOrganization, isOrgVerified, organizations } = person;
  const others = organizations?.filter((one) => one !== activeOrganization) ?? [];
  const close = () => setIsOpen(false);

  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="-mr-2 flex size-11 items-center justify-center rounded-md text-ink hover:bg-hover lg:hidden"
      >
        <MenuIcon aria-hidden="true" strokeWidth={1.5} className="size-6" />
      </button>
      {isOpen ? (
        <Modal
          aria-label="Menu"
          onClose={close}
          className="safe-bottom mr-0 ml-auto h-dvh max-h-none w-full max-w-sm flex-col overflow-y-auto overscroll-contain bg-raised p-3 text-ink shadow-float transition-[opacity,translate] duration-(--calm) ease-(--ease) open:flex backdrop:bg-scrim starting:translate-x-6 starting:opacity-0"
        >
          <div className="flex items-center justify-between pl-3">
            <h2 className="font-semibold">Menu</h2>
            <IconButton label="Close menu" onClick={close}>
              <X aria-hidden="true" strokeWidth={1.5} />
            </IconButton>
          </div>
          <nav aria-label="Main" className="mt-1">
            {linksFor(isOrgVerified).map((link) => (
              <Row key={link.path} to={link.path} onFollow={close}>
                {link.label}
              </Row>
            ))}
          </nav>
          <nav aria-label="Account and organization" className="mt-2 border-line border-t pt-2">
            <Row to={PATHS.profile} onFollow={close}>
              My Profile
            </Row>
            <Row to={PATHS.permissions} onFollow={close}>
              {activeOrganization?.organizationName ?? "My Organization"}
            </Row>
            {isOrgVerified ? (
              <Row to={AGREEMENTS_PATH} onFollow={close}>
                Agreements &amp; Legal
              </Row>
            ) : null}
          </nav>
          {others.length > 0 ? (
            <section aria-label="Switch organization" className="mt-2 border-line border-t pt-2">
              <h3 className="px-3 py-1 font-medium text-ink-faint text-sm">Switch organization</h3>
              {others.map((organization) => (
                <button
                  key={organization.organizationId}
                  type="button"
                  className={ROW}
                  disabled={isSwitching}
                  onClick={() => void switchTo(organization).finally(close)}
                >
                  {organization.organizationName}
                </button>
              ))}
            </section>
          ) : null}
          <div className="mt-2 border-line border-t pt-2">
            <button type="button" className={ROW} onClick={() => void leave()}>
              Logout
            </button>
            <p className="px-3 pt-1 text-ink-faint text-sm">{person.profile?.email}</p>
          </div>
        </Modal>
      ) : null}
    </>
  );
}

type RowProps = { to: string; onFollow: () => void; children: ReactNode };

function Row({ to, onFollow, children }: RowProps) {
  const { pathname } = useLocation();
  const isHere = isActive({ path: to }, pathname);
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-current={isHere ? "page" : undefined}
      className={classNames(ROW, isHere && "bg-brand-soft font-semibold text-brand")}
    >
      {children}
    </Link>
  );
}
