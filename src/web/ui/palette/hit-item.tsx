import { Building2, ClipboardList, FileText, Package, ReceiptText, Scale, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import type { HitPart, SearchHit, SearchKind } from "#domain/search/search-hit.ts";
import { MarkedText } from "./marked-text.tsx";
import type { PaletteItem } from "./palette.tsx";

const ICONS: Record<SearchKind, typeof FileText> = {
  document: FileText,
  workOrder: ClipboardList,
  invoice: ReceiptText,
  organization: Building2,
  person: UserRound,
  product: Package,
  generalDocument: Scale,
  template: FileText,
};

export function KindIcon({ kind }: { kind: SearchKind }) {
  const Icon = ICONS[kind];
  return <Icon strokeWidth={1.5} />;
}

/** A hit as an item, with what was typed in bold. */
export function hitItem(hit: SearchHit, typed: string, onChoose: () => void): PaletteItem {
  const { kind, id, name, part } = hit;
  return {
    id: `${part ? "part" : kind} ${id}`,
    icon: <KindIcon kind={kind} />,
    label: <MarkedText text={name} typed={part ? "" : typed} />,
    detail: part ? <PartText part={part} typed={typed} /> : detailOf(hit, typed),
    note: hit.organizationName ?? (part ? null : hit.documentType && documentTypeLabel(hit.documentType)),
    text: name,
    onChoose,
  };
}

function detailOf({ number, email, organizationName, documentType }: SearchHit, typed: string): ReactNode {
  const said = number ?? email;
  if (said === null) return null;
  return (
    <>
      {documentType && organizationName !== null ? `${documentTypeLabel(documentType)} ` : null}
      <MarkedText text={said} typed={typed} />
    </>
  );
}

/** The heading of the part and the text around the words. */
function PartText({ part, typed }: { part: HitPart; typed: string }) {
  const isHeading = part.heading === part.text;
  return (
    <>
      {part.heading && !isHeading ? <span className="palette-heading">{part.heading}: </span> : null}
      <MarkedText text={part.text} typed={typed} />
    </>
  );
}
