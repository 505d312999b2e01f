import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { Organization } from "#domain/organizations/organization.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { hasTypedText } from "#web/lib/routing/navigation-blockers.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { Spinner } from "#web/ui/button.tsx";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import { AGREEMENTS_PATH } from "./nav-links.ts";
import {
  OrganizationMark,
  organizationLabel,
  TRIGGER_CLASS,
  TriggerContent,
} from "./organization-trigger.tsx";
import { useSwitchOrganization } from "./use-switch-organization.ts";

const ITEM =
  "flex min-h-9 touch:min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left outline-none select-none " +
  "data-highlighted:bg-hover data-disabled:cursor-default data-disabled:text-ink-faint";

/** The dropdown, open when it mounts: the acting organization, the others, and the person. */
export function OpenOrganizationMenu({ person }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(true);
  const [chosen, setChosen] = useState<Organization | null>(null);
  const { isSwitching, switchTo } = useSwitchOrganization(person);
  const { profile, organizations, activeOrganization, isOrgVerified } = person;
  const others = organizations?.filter((one) => one !== activeOrganization) ?? [];
  const name = organizationLabel(person);

  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={(isOpening) => {
        setChosen(null);
        setIsOpen(isOpening);
      }}
    >
      <Menu.Trigger className={TRIGGER_CLASS}>
        <TriggerContent name={name} />
      </Menu.Trigger>
      <Menu.Portal render={<section aria-label="Organization and account" />}>
        <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="end">
          <Menu.Popup className="w-72 max-w-(--available-width) origin-(--transform-origin) rounded-lg border border-line bg-raised p-1.5 shadow-float outline-none transition-[opacity,scale] duration-(--quick) data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <MenuLink to={PATHS.permissions}>
              <OrganizationMark name={name} />
              <span className="min-w-0 flex-1">
                <span translate="no" className="block truncate font-semibold">
                  {name}
                </span>
                <span className="block text-ink-faint text-xs">People and permissions</span>
              </span>
              {activeOrganization ? <CurrentSign /> : null}
            </MenuLink>
            <MenuLink to={PATHS.profile}>My Profile</MenuLink>
            {isOrgVerified ? <MenuLink to={AGREEMENTS_PATH}>Agreements &amp; Legal</MenuLink> : null}
            {profile?.adminRole ? (
              <Menu.LinkItem className={ITEM} render={<a href={PATHS.admin} />}>
                Admin
              </Menu.LinkItem>
            ) : null}
            {others.length > 0 ? (
              <>
                <Divider />
                <Menu.Group>
                  <Menu.GroupLabel className="px-2.5 pt-1 pb-1.5 font-medium text-ink-faint text-xs">
                    Switch organization
                  </Menu.GroupLabel>
                  {others.map((organization) => (
                    <Menu.Item
                      key={organization.organizationId}
                      className={ITEM}
                      disabled={isSwitching}
                      closeOnClick={false}
                      onClick={() => {
                        setChosen(organization);
                        // Above the question, the menu would be in the way.
                        if (hasTypedText()) setIsOpen(false);
                        void switchTo(organization).finally(() => setIsOpen(false));
                      }}
                    >
                      <OrganizationMark name={organization.organizationName} />
                      <span translate="no" className="min-w-0 flex-1 truncate">
                        {organization.organizationName}
                      </span>
                      {chosen === organization ? <Spinner /> : null}
                    </Menu.Item>
                  ))}
                </Menu.Group>
              </>
            ) : null}
            <Divider />
            <Menu.Item disabled className={ITEM}>
              <span translate="no" className="min-w-0 truncate text-sm">
                {profile?.email}
              </span>
            </Menu.Item>
            <Menu.Item className={ITEM} onClick={() => void signOutWithToast()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Marks the organization that the person acts for. */
function CurrentSign() {
  return <Check aria-label="current" role="img" strokeWidth={2} className="size-4 shrink-0 text-brand" />;
}

function MenuLink(props: ComponentProps<typeof Link>) {
  return <Menu.LinkItem closeOnClick className={ITEM} render={<Link {...props} />} />;
}

function Divider() {
  return <Menu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}
