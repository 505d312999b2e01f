import { ChevronsUpDown } from "lucide-react";
import type { Person } from "#web/lib/use-person.ts";

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

/** The first letter of an organization's name on a small tile beside the name. */
export function OrganizationMark({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-6 shrink-0 items-center justify-center rounded-sm bg-brand-soft font-semibold text-brand text-xs"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
