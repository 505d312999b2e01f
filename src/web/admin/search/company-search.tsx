import { searchAll } from "#contract/admin/search.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import type { Id } from "#domain/id.ts";
import type { HitPart, SearchHit } from "#domain/search/search-hit.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { usePerson } from "#web/lib/use-person.ts";
import { leadingTo } from "#web/ui/palette/lead-to-text.ts";
import { SearchPalette } from "#web/ui/palette/search-palette.tsx";
import type { PaletteProps } from "#web/ui/search-place.tsx";
import { SCREENS } from "../screens.ts";
import { documentPath, editorPath } from "../ui/document-paths.ts";
import { commandsFor, readNewCommand } from "./commands-for.tsx";

const searchEverything = (q: string, signal: AbortSignal) => call(searchAll, { body: { q }, signal });

const PATHS = new Map(SCREENS.flatMap(({ shows, path }) => (shows ? [[shows, path] as const] : [])));

function pathOf({ kind, id }: SearchHit): string {
  return (PATHS.get(kind) ?? "/").replace(/:\w+/, () => encodeURIComponent(id));
}

/** A part of a draft opens in the editor, any other the record, from where "See as client" leads to the text. */
function partPathOf(id: Id, { isDraft, text }: HitPart, mayEdit: boolean): string {
  if (!isDraft) return `${documentPath(id)}${leadingTo(text)}`;
  return mayEdit ? editorPath(id) : documentPath(id);
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
      queryOf={(q) => readNewCommand(q)?.organization ?? q}
      commandsOf={(q, hits) => commandsFor(person, go, q, hits)}
      pathOf={pathOf}
      partPathOf={(id, part) => partPathOf(id, part, mayActAs(person.profile?.adminRole ?? null, "editor"))}
      go={go}
      hint="Search everything, or type a command"
      begins={typed}
      onClose={onClose}
    />
  );
}
