import {
  DOCUMENT_STATUS_LABELS,
  type DocumentStatus,
  documentTypeLabel,
} from "#domain/documents/unique-document.ts";
import { formatDate, formatExactTime } from "#domain/format.ts";
import { block as HeadingBlock } from "#domain/page/blocks/heading.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import type { PuckState } from "#domain/page/page.ts";
import { pageText } from "#domain/page/page-text.ts";
import { Isolated } from "../directed.tsx";
import { type HeroFact, HeroFacts, PreparedFor } from "../hero-facts.tsx";
import { PageContent } from "../page-content.tsx";
import type { RenderContext } from "../render-context.ts";
import acceptanceCss from "../styles/acceptance.css?raw";
import previewCss from "../styles/preview.css?raw";
import { directionAttribute, surroundingsIn, textAttributes } from "../text-attributes.ts";
import { type Acceptance, AcceptancePage } from "./print-acceptance.tsx";
import { type Letterhead, PrintLogo, type PrintStyles, printHtml } from "./print-html.tsx";

export type PrintableDocument = PrintStyles & {
  document: {
    name: string;
    externalId: string;
    documentType: string;
    status: DocumentStatus;
    updatedAt: Date;
    /** The page with its prices and choices. */
    page: PuckState;
    /** Null: the document is undecided. */
    decision: { userName: string; userEmail: string; decidedAt: Date } | null;
  };
  /** The record of an acceptance, for the closing page. */
  acceptance?: Acceptance;
  /** The accent is a colour such as "#0f6b5c". */
  brand: Letterhead & { accent?: string };
  /** Whether each page is marked, because no one has been sent the document. The mark moves nothing. */
  isPreview?: boolean;
  /** The owner of the document, if known. */
  organizationName?: string;
  timeZone: string;
} & Pick<RenderContext, "sanitise" | "siteUrl" | "imageData" | "onUnknownBlock" | "onFailedBlock">;

/** A document as HTML for print. A decided document names who decided and when. */
export function renderPrintableDocument(printable: PrintableDocument): string {
  const { document, acceptance, isPreview, brand, css, fontCss } = printable;
  for (const type of unshowableTypes(document.page)) printable.onUnknownBlock?.(type);
  const accent =
    brand.accent && /^#[0-9a-f]{6}$/i.test(brand.accent) ? `:root{--accent-light:${brand.accent}}` : "";
  return printHtml({
    title: document.name,
    styles: [fontCss, accent, css, `${acceptanceCss}${isPreview ? previewCss : ""}`],
    children: (
      <>
        {isPreview && <div className="cp-preview" />}
        <DocumentHeader {...printable} />
        <main>
          <PageContent page={document.page} context={contextOf(printable)} />
        </main>
        {acceptance && (
          <AcceptancePage
            acceptance={acceptance}
            document={document}
            brand={brand}
            timeZone={printable.timeZone}
          />
        )}
      </>
    ),
  });
}

function contextOf({ sanitise, siteUrl, imageData, onFailedBlock }: PrintableDocument): RenderContext {
  return {
    mode: "print",
    sanitise,
    areChoicesLocked: true,
    ...(siteUrl && { siteUrl }),
    ...(imageData && { imageData }),
    ...(onFailedBlock && { onFailedBlock }),
  };
}

function DocumentHeader({ document, brand, organizationName, isPreview, timeZone }: PrintableDocument) {
  const { name, externalId, documentType, updatedAt, decision, status, page } = document;
  const surroundings = surroundingsIn(pageText(page));
  const updated = formatDate(updatedAt.toISOString(), timeZone);
  const facts: HeroFact[] = [
    { kind: "client", fact: organizationName && <PreparedFor name={organizationName} /> },
    { kind: "author", fact: brand.companyName },
    { kind: "type", fact: documentTypeLabel(documentType) },
    { kind: "number", fact: externalId },
    { kind: "date", fact: `Updated ${updated}` },
  ];
  return (
    <header {...directionAttribute(surroundings)} className="cp-print__header">
      <PrintLogo {...brand} />
      <h1
        {...textAttributes(name, surroundings)}
        className={isTitleOf(page, name) ? "cp-unseen" : "cp-print__name"}
      >
        {name}
      </h1>
      <HeroFacts facts={facts.filter(({ fact }) => Boolean(fact))} />
      {/* Where the decision will stand, so that the page breaks stay where they are. */}
      {isPreview && (
        <p className="cp-print__decision">
          <bdi>Preview of a draft. It is neither sent nor accepted.</bdi>
        </p>
      )}
      {decision && (
        <p className="cp-print__decision">
          <bdi>
            {DOCUMENT_STATUS_LABELS[status]} {formatExactTime(decision.decidedAt.toISOString(), timeZone)} by{" "}
            <Isolated text={decision.userName} /> ({decision.userEmail})
          </bdi>
        </p>
      )}
    </header>
  );
}

/** Whether the page starts with this name as its title. Then the name is read once, as the title. */
function isTitleOf({ content: [first] }: PuckState, name: string): boolean {
  return first?.type === HeadingBlock.type && HeadingBlock.read(first.props).text.trim() === name.trim();
}
