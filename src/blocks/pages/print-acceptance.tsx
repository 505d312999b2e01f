import { type AcceptedChoice, acceptedChoices } from "#domain/documents/approval.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatExactTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { block as PricingTableBlock } from "#domain/page/blocks/pricing-table.ts";
import { block as WorkOrdersBlock } from "#domain/page/blocks/work-orders.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { allItems } from "#domain/page/walk-page.ts";
import { priceBlock, shownPrices } from "#domain/pricing/document-total.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { priceLineItems } from "#domain/pricing/price-work-orders.ts";
import { type SumLine, Sums, sumsOfQuote, sumsOfTable, withTotalLabel } from "../sums.tsx";
import {
  type AppliedTerms,
  CertificateHead,
  type ConsentRecord,
  Declaration,
  Fact,
  type JoinedByLink,
  SignerFacts,
  type Supplier,
  TechnicalDetails,
  Timeline,
  type TimelineStep,
  type Verify,
} from "./certificate-parts.tsx";
import type { Letterhead } from "./print-html.tsx";

/** An acceptance as its decision records it. A fact that is not on record is null. */
export type Acceptance = ConsentRecord & {
  documentDecisionId: Id;
  organizationPermissionId: Id | null;
  decidedAt: Date;
  declaration: { text: string; hash: string } | null;
  versionNumber: number | null;
  contentHash: string;
  /** A salted hash of the prices that the document hides. */
  hiddenHash: string | null;
  /** The anchor of its evidence. */
  anchor: string | null;
  /** When a decision that was made elsewhere was brought in; null: it was made in the portal. */
  broughtInAt: Date | null;
  certificate: Certificate;
};

/** What is known around an acceptance when its PDF is made. */
export type Certificate = {
  supplier: Supplier;
  /** The pages of the PDF, with this one; null while they are counted. */
  pages: number | null;
  /** What happened to the version before it was accepted. */
  steps: TimelineStep[];
  /** Null: that is not known of a decision that was made elsewhere. */
  terms: AppliedTerms[] | null;
  /** Null: the person did not join by the link of a sent document, or that is not known. */
  joined: JoinedByLink | null;
  verify: Verify;
};

type AcceptancePageProps = {
  acceptance: Acceptance;
  document: { name: string; externalId: string; documentType: string; page: PuckState };
  brand: Letterhead;
  timeZone: string;
};

/** More lines beside the facts that every acceptance has are set smaller, so that the page stays one. */
const MANY_LINES = 12;
const LETTERS_OF_LINE = 60;
const LINES_OF_JOINING = 4;
const LINES_OF_LOGO = 3;
const LINES_OF_SINGLE_SIGN_ON = 2;

function furtherLines(
  { certificate, hiddenHash, singleSignOn }: Acceptance,
  unpricedNote: string | null,
  hasLogo: boolean,
): number {
  const ofTerms = 2 * (certificate.terms?.length ?? 0);
  const ofHidden = Math.ceil((unpricedNote?.length ?? 0) / LETTERS_OF_LINE) + (hiddenHash === null ? 0 : 2);
  const ofJoining = certificate.joined === null ? 0 : LINES_OF_JOINING;
  const ofIssuer = singleSignOn === null ? 0 : LINES_OF_SINGLE_SIGN_ON;
  return ofTerms + ofHidden + ofJoining + ofIssuer + (hasLogo ? LINES_OF_LOGO : 0);
}

/** The closing page of an accepted document: who accepted what for whom, when, and how we know. */
export function AcceptancePage({ acceptance, document, brand, timeZone }: AcceptancePageProps) {
  const { companyName, logo } = brand;
  const { certificate, declaration, userName, decidedAt } = acceptance;
  const choices = acceptedChoices(document.page);
  const sums = acceptedSums(document.page);
  const { unpricedNote } = summarizePrice(document.page);
  const accepted = { label: "Accepted", at: decidedAt, by: userName };
  const lines = Math.max(choices.length, sums.length) + furtherLines(acceptance, unpricedNote, logo !== null);
  return (
    <section className={`cp-acceptance ${lines > MANY_LINES ? "cp-acceptance--dense" : ""}`}>
      <CertificateHead
        title="Certificate of acceptance"
        supplier={certificate.supplier}
        logo={logo}
        verify={certificate.verify}
        name={document.name}
        line={describeDocument(document, acceptance)}
      />
      {acceptance.broughtInAt !== null && (
        <p className="cp-acceptance__brought">
          <strong>Brought in.</strong> This acceptance was made elsewhere, or before the portal kept evidence.
          It was brought in on {formatExactTime(acceptance.broughtInAt.toISOString(), timeZone)}, and what is
          said here was said then.
        </p>
      )}
      <Declaration
        declaration={declaration?.text ?? "No declaration is on record with this acceptance."}
        how={acceptance}
      />
      <SignerFacts
        how={acceptance}
        at={decidedAt}
        words={{ by: "Accepted by", at: "Accepted at", since: "May accept since", decision: "acceptance" }}
        companyName={companyName}
        timeZone={timeZone}
        joined={certificate.joined}
        terms={certificate.terms}
      />
      <Timeline steps={[...certificate.steps, accepted]} timeZone={timeZone} />
      <div className="cp-acceptance__content">
        <Choices choices={choices} />
        {sums.length > 0 && (
          <div>
            <h3>Amounts</h3>
            <Sums lines={sums} />
          </div>
        )}
      </div>
      {unpricedNote !== null && <p className="cp-acceptance__unpriced">{unpricedNote}</p>}
      <TechnicalDetails anchor={acceptance.anchor}>
        <Fact term="Decision">{acceptance.documentDecisionId}</Fact>
        <Fact term="Write permission">{acceptance.organizationPermissionId ?? "Not recorded"}</Fact>
        <Fact term="Content (SHA-256)">{acceptance.contentHash}</Fact>
        {declaration !== null && <Fact term="Declaration (SHA-256)">{declaration.hash}</Fact>}
        {acceptance.hiddenHash !== null && (
          <Fact term="Prices not shown (salted SHA-256)">{acceptance.hiddenHash}</Fact>
        )}
      </TechnicalDetails>
      <p className="cp-acceptance__note">
        {companyName} keeps the originals with the decision, and has sealed this file. The values above bind
        the exact words, and the accepted content with its prices and choices.
      </p>
    </section>
  );
}

/** "Proposal · P-1042 · Version 2 · 9 pages with this one" */
function describeDocument(
  { documentType, externalId }: AcceptancePageProps["document"],
  { versionNumber, certificate: { pages } }: Acceptance,
): string {
  const version = versionNumber === null ? "Version not recorded" : `Version ${versionNumber}`;
  const counted = pages === 1 ? "1 page" : `${pages ?? 10} pages with this one`;
  return [documentTypeLabel(documentType), externalId, version, counted].join(" · ");
}

function Choices({ choices }: { choices: readonly AcceptedChoice[] }) {
  return (
    <div>
      <h3>Optional work</h3>
      {choices.length === 0 && <p>The document has no optional work.</p>}
      {choices.length > 0 && (
        <ul className="cp-acceptance__choices">
          {choices.map(({ workOrderId, name, isIncluded }) => (
            <li key={workOrderId} className={isIncluded ? undefined : "cp-acceptance__choice--left-out"}>
              <bdi>{name}</bdi>
              <span>{isIncluded ? "Included" : "Not included"}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The sums that a page shows, its total last: all lines of its only priced block, or the total of each of several. */
function acceptedSums(page: PuckState): SumLine[] {
  const blocks = allItems(page)
    .map(sumsOf)
    .filter((lines) => lines.length > 0);
  const { total, hidesPrices, label } = summarizePrice(page);
  if (total === null) return [];
  const [only = []] = blocks;
  if (blocks.length < 2) return withTotalLabel(only, label);
  const totals = blocks.flatMap((lines, at) => {
    const last = lines.at(-1);
    return last ? [{ term: `${last.term} of quote ${at + 1}`, amount: last.amount }] : [];
  });
  const term = hidesPrices ? label : "Total of the document";
  return [...totals, { term, amount: total, kind: "total" }];
}

function sumsOf({ type, props }: PageItem): SumLine[] {
  if (type === WorkOrdersBlock.type) {
    const quote = WorkOrdersBlock.read(props);
    const isShown = shownPrices(quote).areAmountsShown && quote.workOrderData.workOrderIds.length > 0;
    return isShown ? sumsOfQuote(priceBlock(quote), quote) : [];
  }
  if (type !== PricingTableBlock.type) return [];
  const table = PricingTableBlock.read(props);
  return table.lineItems.length > 0 ? sumsOfTable(priceLineItems(table), table) : [];
}
