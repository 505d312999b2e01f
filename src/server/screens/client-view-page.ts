import { eq } from "drizzle-orm";
import { escapeHtml } from "#domain/escape-html.ts";
import type { Id } from "#domain/id.ts";
import type { Organization } from "#domain/organizations/organization.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findOrganizations } from "../organizations/queries.ts";
import { readInScope } from "../rls/in-scope.ts";
import { uniqueDocuments } from "../schema/documents.ts";

const VIEW_ADDRESS = /^\/admin\/(as|preview)\/([A-Za-z0-9_-]{1,64})(?:[/?]|$)/;

/** An organization whose view of the portal is shown, and the draft in it that is previewed. */
type Viewed = { organization: Organization; previewedId: Id | null };

/** Whose view of the portal has this address; undefined for every other address. */
export async function findViewed(
  { database }: Pick<Deps, "database">,
  adminId: Id,
  url: string,
): Promise<Viewed | undefined> {
  const [, kind, id] = VIEW_ADDRESS.exec(url) ?? [];
  if (id === undefined) return undefined;
  const previewedId = kind === "preview" ? id : null;
  return readInScope(database, { role: "admin", userProfileId: adminId }, async (tx) => {
    const organizationId = previewedId === null ? id : await findOwner(tx, id);
    const [organization] = await findOrganizations(tx, organizationId === undefined ? [] : [organizationId]);
    return organization && { organization, previewedId };
  });
}

async function findOwner(tx: Tx, uniqueDocumentId: Id): Promise<Id | undefined> {
  const [found] = await tx
    .select({ organizationId: uniqueDocuments.organizationId })
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  return found?.organizationId;
}

/** The clients' page, marked: its addresses and calls belong to the view, and a bar above it leads back. */
export function withViewBar(page: string, { organization, previewedId }: Viewed): string {
  const { organizationId, organizationName } = organization;
  const name = escapeHtml(organizationName);
  const [address, home, label, sentence] =
    previewedId === null
      ? [
          `/admin/as/${organizationId}`,
          `/admin/organizations/${organizationId}`,
          "View as a client",
          `You see the portal as the members of <bdi>${name}</bdi> do. Nothing can be changed.`,
        ]
      : [
          `/admin/preview/${previewedId}`,
          `/admin/documents/${previewedId}`,
          "Preview",
          `Preview: <bdi>${name}</bdi> has not been sent this. Accepting it here is only play.`,
        ];
  const bar =
    `<aside aria-label="${label}" class="client-view-bar"><p id="view-says" title="${name}">${sentence}</p>` +
    `<a href="${home}" target="_top">Back<span> to the company’s side</span></a></aside>`;
  return (
    page
      .replace("<html ", () => `<html data-client-view="${address}" `)
      .replace("</head>", '<link rel="stylesheet" href="/client-view.css" /></head>')
      // Last, so that the page's skip link stays the first.
      .replace("</body>", () => `${bar}</body>`)
  );
}
