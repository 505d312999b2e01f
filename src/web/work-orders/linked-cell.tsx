import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Linked } from "./use-linked-names.ts";

/** Stands where nothing is linked (spec 1 section 2). */
export const NOTHING_LINKED = "....";

export function LinkedCell({ linked, className }: { linked: Linked | null; className?: string }) {
  if (linked === null) return <span className="text-ink-faint">{NOTHING_LINKED}</span>;
  if (linked.name === undefined) return <Skeleton className="h-4 w-28" />;
  return (
    <TextLink to={linked.to} className={className}>
      {linked.name}
    </TextLink>
  );
}
