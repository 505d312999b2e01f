import { ArrowRight, LogOut, Plus } from "lucide-react";
import { mayActAs } from "#domain/account/admin-role.ts";
import { DOCUMENT_TYPES, type DocumentType, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { comparableText } from "#domain/lists/comparable-text.ts";
import type { SearchHit } from "#domain/search/search-hit.ts";
import type { Person } from "#web/lib/use-person.ts";
import { PATHS } from "#web/paths.ts";
import { signOutWithToast } from "#web/ui/menu-button.tsx";
import type { Command } from "#web/ui/palette/palette.tsx";
import { SCREENS } from "../screens.ts";
import { newDocumentPath } from "../ui/document-paths.ts";
import { NEW_WORK_ORDER } from "../ui/paths.ts";
import { NEW_TEMPLATE } from "../ui/template-paths.ts";

type Go = (path: string) => void;

/** What the person's role lets them do from the search. */
export function commandsFor(
  { profile, organizations }: Person,
  go: Go,
  typed: string,
  hits: readonly SearchHit[],
): Command[] {
  const role = profile?.adminRole ?? null;
  const mayEdit = mayActAs(role, "editor");
  const isMember = organizations !== undefined && organizations.length > 0;
  return [
    ...(mayEdit ? newFor(typed, hits, go) : []),
    ...(mayEdit ? newRecords(go) : []),
    ...(role === null ? [] : placesFor(go, mayActAs(role, "owner"))),
    ...(isMember
      ? [
          {
            label: "Go to Client portal",
            icon: <ArrowRight strokeWidth={1.5} />,
            run: () => window.location.assign(PATHS.dashboard),
          },
        ]
      : []),
    {
      label: "Sign out",
      others: "logout",
      icon: <LogOut strokeWidth={1.5} />,
      run: () => void signOutWithToast(),
    },
  ];
}

const nameOf = (documentType: DocumentType) => documentTypeLabel(documentType).toLowerCase();

/** "New proposal for Harbour & Co" for each organization that "new proposal for harb" finds. */
function newFor(typed: string, hits: readonly SearchHit[], go: Go): Command[] {
  const newCommand = readNewCommand(typed);
  if (!newCommand) return [];
  const { documentType } = newCommand;
  return hits
    .filter(({ kind }) => kind === "organization")
    .map(({ id, name }) => ({
      label: `New ${nameOf(documentType)} for ${name}`,
      icon: <Plus strokeWidth={1.5} />,
      run: () => go(newDocumentPath({ documentType, organizationId: id })),
    }));
}

function newRecords(go: Go): Command[] {
  return [
    ...DOCUMENT_TYPES.map((documentType) => ({
      label: `New ${nameOf(documentType)}`,
      others: "document for",
      path: newDocumentPath({ documentType }),
    })),
    { label: "New work order", path: NEW_WORK_ORDER },
    { label: "New template", path: NEW_TEMPLATE },
    { label: "Import products", others: "csv", path: "/products/import" },
  ].map(({ path, ...command }) => ({
    ...command,
    icon: <Plus strokeWidth={1.5} />,
    run: () => go(path),
  }));
}

function placesFor(go: Go, isOwner: boolean): Command[] {
  return SCREENS.flatMap(({ label, path, isForOwners }) =>
    label === undefined || (isForOwners && !isOwner)
      ? []
      : [{ label: `Go to ${label}`, icon: <ArrowRight strokeWidth={1.5} />, run: () => go(path) }],
  );
}

/** "new proposal for harb" as the type of the new document and the words that name its organization. */
export function readNewCommand(typed: string): { documentType: DocumentType; organization: string } | null {
  const [, what, organization = ""] = /^\s*new\s+(.+?)\s+for(?:\s+(.*))?$/is.exec(typed) ?? [];
  if (what === undefined) return null;
  const newCommand = comparableText(what).replace(/\s+/g, " ");
  const documentType = DOCUMENT_TYPES.find((type) => comparableText(documentTypeLabel(type)) === newCommand);
  return documentType ? { documentType, organization: organization.trim() } : null;
}
