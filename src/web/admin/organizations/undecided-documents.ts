import type { Id } from "#domain/id.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { DOCUMENTS } from "../ui/document-paths.ts";

/** The list of an organization's documents that wait for its decision, the one that has stayed as it is for longest first, as in its overview. */
export function undecidedDocuments(organizationId: Id): string {
  return `${filteredList(DOCUMENTS, "status", "PENDING")}&${new URLSearchParams({ organization: organizationId, sort: "updatedAt" })}`;
}
