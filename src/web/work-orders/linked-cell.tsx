import { TextLink } from "#web/ui/text-link.tsx";
import type { Linked } from "./linked.ts";

/** Stands where nothing is linked (spec 1 section 2). */
export const NOTHING_LINKED = "....";

export function LinkedCell({ linked, className }: { linked: Linked | null; className?: string }) {
  if (linked === null) return <span className="text-ink-faint">{NOTHING_LINKED}</span>;
  return (
    <TextLink to={linked.to} className={className}>
      {linked.name}
    </TextLink>
  );
}
