import { lazy, Suspense, useState } from "react";
import type { Person } from "#web/lib/use-person.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { organizationLabel, TRIGGER_CLASS, TriggerContent } from "./organization-trigger.tsx";

const loadMenu = () => import("./open-organization-menu.tsx");
const OpenMenu = lazy(async () => ({ default: (await loadMenu()).OpenOrganizationMenu }));

/** The organization dropdown. What it is made of comes when somebody reaches for it, not with every screen. */
export function OrganizationMenu({ person }: { person: Person }) {
  const [isWanted, setIsWanted] = useState(false);
  if (person.isLoading) return <Skeleton className="h-9 w-32" />;
  const trigger = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={TRIGGER_CLASS}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setIsWanted(true)}
    >
      <TriggerContent name={organizationLabel(person)} />
    </button>
  );
  return isWanted ? (
    <Suspense fallback={trigger}>
      <OpenMenu person={person} />
    </Suspense>
  ) : (
    trigger
  );
}
