import type { Person } from "#web/lib/use-person.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFetchedPart } from "#web/ui/use-fetched-part.ts";
import { organizationLabel, TRIGGER_CLASS, TriggerContent } from "./organization-trigger.tsx";

const loadMenu = async () => (await import("./open-organization-menu.tsx")).OpenOrganizationMenu;

/** The organization dropdown. Its code is loaded on the first hover, focus or press, not with every screen. */
export function OrganizationMenu({ person }: { person: Person }) {
  const { part: Menu, opener, open } = useFetchedPart(loadMenu, "menu");
  if (person.isLoading) return <Skeleton className="h-9 w-32" />;
  if (Menu) return <Menu person={person} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={TRIGGER_CLASS}
      {...opener}
      onClick={() => void open()}
    >
      <TriggerContent name={organizationLabel(person)} />
    </button>
  );
}
