import { Building2, ClipboardList, FileText, Package, ReceiptText, Scale, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDollars } from "#domain/format.ts";
import type { HitPart, SearchHit, SearchKind } from "#domain/search/search-hit.ts";
import { hasWords, isUnspaced, typedWords } from "#domain/search/typed-words.ts";
import { companyDate } from "#web/lib/company-time.ts";
import { Badge } from "../badge.tsx";
import type { PaletteItem } from "./palette.tsx";

/** All others have the icon of a document. */
const ICONS: Partial<Record<SearchKind, typeof FileText>> = {
  workOrder: ClipboardList,
  invoice: ReceiptText,
  organization: Building2,
  person: UserRound,
  product: Package,
  generalDocument: Scale,
};

export function KindIcon({ kind }: { kind: SearchKind }) {
  const Icon = ICONS[kind] ?? FileText;
  return <Icon strokeWidth={1.5} />;
}

export function hitItem(hit: SearchHit, typed: string, onChoose: () => void): PaletteItem {
  const { kind, id, name, part } = hit;
  return {
    id: `${part ? "part" : kind} ${id}`,
    icon: <KindIcon kind={kind} />,
    label: <MarkedText text={name} typed={part ? "" : typed} />,
    detail: <Facts hit={hit} typed={typed} />,
    note: hit.status && <Badge status={hit.status} />,
    text: name,
    onChoose,
  };
}

/** What tells records of one name apart, and the text of a part below. */
function Facts({ hit, typed }: { hit: SearchHit; typed: string }): ReactNode {
  const { number, email, documentType, organizationName, at, total, part } = hit;
  const record = [documentType && documentTypeLabel(documentType), number ?? email].filter(Boolean).join(" ");
  const facts = [
    record && <MarkedText key="record" text={record} typed={part ? "" : typed} />,
    organizationName,
    at && companyDate(at),
    total && formatDollars(total),
  ].filter(Boolean);
  return (
    <>
      {facts.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <bdi key={place} translate="no" className="palette-fact">
          {fact}
        </bdi>
      ))}
      {part ? (
        <span className="palette-part">
          <PartText part={part} typed={typed} />
        </span>
      ) : null}
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

export function MarkedText({ text, typed }: { text: string; typed: string }) {
  const words = typedWords(typed);
  if (words.length === 0) return text;
  return pieces(text).map(({ piece, at }) =>
    words.some((word) => isMatch(piece, word)) ? <b key={at}>{piece}</b> : piece,
  );
}

function pieces(text: string): { piece: string; at: number }[] {
  return [...text.matchAll(EACH_PIECE)].map(({ 0: piece, index: at }) => ({ piece, at }));
}

/** Single characters of scripts without spaces, words, and what is between them. */
const EACH_PIECE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}]|(?<=[\p{L}\p{N}\p{M}])['’‘‛′`՚׳\u00ad\u200b-\u200f\u2060](?=[\p{L}\p{N}\p{M}]))+|[^\p{L}\p{N}\p{M}]+/gu;

function isMatch(piece: string, word: string): boolean {
  return isUnspaced(word) ? piece === word : hasWords(piece, [word]);
}
