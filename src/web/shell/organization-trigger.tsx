import { ChevronsUpDown } from "lucide-react";
import type { Person } from "#web/lib/use-person.ts";
import { OrganizationMark } from "./organization-mark.tsx";

export const TRIGGER_CLASS =
  "flex h-9 max-w-72 items-center gap-2 rounded-md px-2 font-medium transition-colors hover:bg-hover data-popup-open:bg-hover touch:h-11";

export function organizationLabel({ activeOrganization }: Person): string {
  return activeOrganization?.organizationName ?? "My Organization";
}

export function TriggerContent({ name }: { name: string }) {
  return (
    <>
      <OrganizationMark name={name} />
      <span dir="auto" translate="no" className="truncate">
        {name}
      </span>
      <ChevronsUpDown aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-faint" />
    </>
  );
}
