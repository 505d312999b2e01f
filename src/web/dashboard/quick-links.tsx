import type { QuickLink } from "#domain/organizations/organization.ts";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { ExternalLink } from "#web/ui/text-link.tsx";

/** The active organization's links; nothing when there are none. */
export function QuickLinks({ links }: { links: readonly QuickLink[] }) {
  if (links.length === 0) return null;
  return (
    <Card aria-labelledby="links">
      <CardHeading id="links">Links</CardHeading>
      <ul className="px-5 py-2">
        {links.map((link) => (
          <li key={`${link.label} ${link.url}`} className="py-2">
            <ExternalLink href={link.url}>{link.label}</ExternalLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
