import { escapeHtml } from "#domain/escape-html.ts";
import type { Id } from "#domain/id.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import type { Deps } from "../deps.ts";
import { findOrganizations } from "../organizations/queries.ts";
import { readInScope } from "../wall/in-scope.ts";

const VIEW_ADDRESS = /^\/admin\/as\/([A-Za-z0-9_-]{1,64})(?:[/?]|$)/;

/** The organization whose view of the portal has this address; undefined for every other address. */
export async function findViewed(
  { database }: Pick<Deps, "database">,
  adminId: Id,
  url: string,
): Promise<Organization | undefined> {
  const [, organizationId] = VIEW_ADDRESS.exec(url) ?? [];
  if (organizationId === undefined) return undefined;
  const [found] = await readInScope(database, { role: "admin", userProfileId: adminId }, (tx) =>
    findOrganizations(tx, [organizationId]),
  );
  return found;
}

/** The clients' page, marked: its addresses and calls belong to the view, and a bar above it leads back. */
export function asViewed(page: string, { organizationId, organizationName }: Organization): string {
  const name = escapeHtml(organizationName);
  const sentence = `You see the portal as the members of <bdi>${name}</bdi> do. Nothing can be changed.`;
  const bar =
    `<aside aria-label="View as a client" class="client-view-bar"><p title="${name}">${sentence}</p>` +
    `<a href="/admin/organizations/${organizationId}">Back<span> to the company’s side</span></a></aside>`;
  return (
    page
      .replace("<html ", () => `<html data-client-view="/admin/as/${organizationId}" `)
      .replace("</head>", '<link rel="stylesheet" href="/client-view.css" /></head>')
      // Last, so that the page's skip link stays the first.
      .replace("</body>", () => `${bar}</body>`)
  );
}
