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
