import { useState } from "react";
import type { Person } from "#web/lib/use-person.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { organizationLabel, TRIGGER_CLASS, TriggerContent } from "./organization-trigger.tsx";

const loadMenu = async () => (await import("./open-organization-menu.tsx")).OpenOrganizationMenu;
type OpenMenu = Awaited<ReturnType<typeof loadMenu>>;

/** Fetches the menu's code when somebody points at the button. A press shows a failure. */
const prepareMenu = () => void loadMenu().catch(() => undefined);

/** The organization dropdown. Its code is fetched when somebody reaches for it, not with every screen. */
export function OrganizationMenu({ person }: { person: Person }) {
  const [Menu, setMenu] = useState<OpenMenu | null>(null);

  async function open() {
    try {
      const loaded = await loadMenu();
      setMenu(() => loaded);
    } catch (error) {
      console.error("The menu could not be fetched", error);
      showToast({
        tone: "error",
        title: "The menu could not be opened",
        text: "Please check your connection and try again.",
      });
    }
  }

  if (person.isLoading) return <Skeleton className="h-9 w-32" />;
  if (Menu) return <Menu person={person} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={TRIGGER_CLASS}
      onPointerEnter={prepareMenu}
      onFocus={prepareMenu}
      onClick={() => void open()}
    >
      <TriggerContent name={organizationLabel(person)} />
    </button>
  );
}
