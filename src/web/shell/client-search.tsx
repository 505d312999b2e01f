import { ArrowRight, ArrowRightLeft, LogOut } from "lucide-react";
import { search } from "#contract/search.ts";
import type { SearchHit } from "#domain/search/search-hit.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { type Person, usePerson } from "#web/lib/use-person.ts";
import { documentByIdPath, generalDocumentPath, invoicePath, PATHS, workOrderPath } from "#web/paths.ts";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import type { Command } from "#web/ui/palette/palette.tsx";
import { SearchPalette } from "#web/ui/palette/search-palette.tsx";
import type { PaletteProps } from "#web/ui/search-place.tsx";
import { AGREEMENTS_PATH, linksFor } from "./nav-links.ts";
import { useSwitchOrganization } from "./use-switch-organization.ts";

const searchOwn = (q: string, signal: AbortSignal) => call(search, { body: { q }, signal });

/** The search of an organization's people: its records, its people, and general documents. */
export function ClientSearch({ typed, onClose }: PaletteProps) {
  const person = usePerson();
  const navigate = useNavigate();
  const { switchTo } = useSwitchOrganization(person);
  const { profile, isOrgVerified, isLoading } = person;
  const go = (path: string) => void navigate(path);
  return (
    <SearchPalette
      key={String(isLoading)}
      owner={`${profile?.userProfileId} for ${profile?.activeOrganizationId}`}
      search={isOrgVerified ? searchOwn : null}
      commandsOf={() => commandsFor(person, go, switchTo)}
      pathOf={pathOf}
      go={go}
      hint={isOrgVerified ? "Search documents, work, invoices and people" : "Search commands"}
      begins={typed}
      onClose={onClose}
    />
  );
}

function pathOf({ kind, id, name }: SearchHit): string {
  if (kind === "workOrder") return workOrderPath(id);
  if (kind === "invoice") return invoicePath(id);
  if (kind === "generalDocument") return generalDocumentPath(id);
  // People have no page of their own.
  if (kind === "person") return `${PATHS.permissions}?${new URLSearchParams({ search: name })}`;
  return documentByIdPath(id);
}

type Go = (path: string) => void;
type SwitchTo = ReturnType<typeof useSwitchOrganization>["switchTo"];

function commandsFor(person: Person, go: Go, switchTo: SwitchTo): Command[] {
  const { isOrgVerified, organizations = [], activeOrganization, profile } = person;
  const places = [
    ...linksFor(isOrgVerified),
    ...(isOrgVerified ? [{ label: "Agreements & Legal", path: AGREEMENTS_PATH }] : []),
    { label: "Notifications", path: PATHS.notifications },
    { label: "People and permissions", path: PATHS.permissions },
    { label: "My Profile", path: PATHS.profile },
  ];
  return [
    ...places.map(({ label, path }) => ({
      label: `Go to ${label}`,
      icon: <ArrowRight strokeWidth={1.5} />,
      run: () => go(path),
    })),
    ...organizations
      .filter((one) => one !== activeOrganization)
      .map((organization) => ({
        label: `Switch to ${organization.organizationName}`,
        icon: <ArrowRightLeft strokeWidth={1.5} />,
        run: () => void switchTo(organization),
      })),
    ...(profile?.adminRole
      ? [
          {
            label: "Go to Admin",
            icon: <ArrowRight strokeWidth={1.5} />,
            run: () => window.location.assign(PATHS.admin),
          },
        ]
      : []),
    {
      label: "Sign out",
      others: "logout",
      icon: <LogOut strokeWidth={1.5} />,
      run: () => void signOutWithToast(),
    },
  ];
}
