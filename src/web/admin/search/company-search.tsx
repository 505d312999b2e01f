import { useNavigate } from "react-router";
import { searchAll } from "#contract/admin/search.ts";
import type { Id } from "#domain/id.ts";
import type { HitPart, SearchHit } from "#domain/search/search-hit.ts";
import { call } from "#web/lib/call.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { documentByIdPath, invoicePath, PATHS, personPath } from "#web/paths.ts";
import { leadingTo } from "#web/ui/palette/lead-to-text.ts";
import { SearchPalette } from "#web/ui/palette/search-palette.tsx";
import type { PaletteProps } from "#web/ui/search-place.tsx";
import { managedDocumentPath } from "../ui/agreement-paths.ts";
import { documentPath } from "../ui/document-paths.ts";
import { clientViewPath, organizationPath } from "../ui/organization-path.ts";
import { workOrderPath } from "../ui/work-order-paths.ts";
import { commandsFor } from "./commands-for.tsx";
import { readNewCommand } from "./new-command.ts";

const searchEverything = (q: string, signal: AbortSignal) => call(searchAll, { body: { q }, signal });

const PATHS_OF = {
  document: documentPath,
  workOrder: workOrderPath,
  invoice: invoicePath,
  organization: organizationPath,
  person: personPath,
  product: (id) => `/products/${encodeURIComponent(id)}`,
  generalDocument: managedDocumentPath,
} satisfies Record<SearchHit["kind"], (id: string) => string>;

/** A part is shown as the client sees it: another page. What nobody reads yet has none. */
function openPart(id: Id, { organizationId, text }: HitPart): boolean {
  if (organizationId === null) return false;
  const path = clientViewPath(organizationId, documentByIdPath(id));
  window.location.assign(`${PATHS.admin}${path}${leadingTo(text)}`);
  return true;
}

/** The search of the company's people: every record, and what their role lets them begin. */
export function CompanySearch({ typed, onClose }: PaletteProps) {
  const person = usePerson();
  const navigate = useNavigate();
  const go = (path: string) => void navigate(path);
  return (
    <SearchPalette
      key={String(person.isLoading)}
      owner={`${person.profile?.userProfileId} for the company`}
      search={person.profile?.adminRole === null ? null : searchEverything}
      soughtOf={(q) => readNewCommand(q)?.organization ?? q}
      commandsOf={(q, hits) => commandsFor(person, go, q, hits)}
      pathOf={({ kind, id }) => PATHS_OF[kind](id)}
      go={go}
      openPart={openPart}
      hint="Search everything, or type a command"
      begins={typed}
      onClose={onClose}
    />
  );
}
