import { ArrowLeft } from "lucide-react";
import { Exact } from "#blocks/exact.tsx";
import {
  BROUGHT_IN,
  LISTED_STATUS_LABELS,
  listedStatusOf,
  newestApprovedSnapshot,
  type UniqueDocument,
} from "#domain/documents/unique-document.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import type { ListedRefusal } from "#domain/permissions/organization-permission.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import { classNames } from "#web/lib/class-names.ts";
import { Link } from "#web/lib/routing/link.tsx";
import { documentByIdPath, documentListPath, documentPdfPath, PATHS } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink, Spinner } from "#web/ui/button.tsx";
import { DateText, DateTimeText } from "#web/ui/date-text.tsx";
import { DecisionRefusalText } from "#web/ui/decision-notice.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { isPriced, ShownTotal } from "#web/ui/shown-total.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PartOpener } from "#web/ui/use-fetched-part.ts";
import { IS_PREVIEW } from "./use-document.ts";

type ApprovalBarProps = {
  document: UniqueDocument;
  canWrite: boolean | undefined;
  decisionRefusal: ListedRefusal | null;
  price: PriceSummary;
  /** False while a choice is being saved, and if a block of the document cannot be shown. */
  canBeAccepted: boolean;
  /** The props of the buttons, which fetch their dialogs. */
  accept: PartOpener & { onClick: () => void };
  decline: PartOpener & { onClick: () => void };
};

/** The bar above the page, always within reach. On a phone the action is at the bottom of the screen. */
export function ApprovalBar({ price, ...state }: ApprovalBarProps) {
  const { document, canWrite } = state;
  const isDecided = document.status !== "PENDING";
  return (
    <>
      <header className="sticky top-0 z-30 border-line low:static max-sm:static border-b bg-paper print:hidden">
        <div className="mx-auto flex w-full max-w-6xl items-center gap-4 px-4 py-2.5 sm:min-h-18 sm:px-6">
          <Link to={PATHS.dashboard} className="hidden shrink-0 items-center rounded-md sm:flex">
            <ProductLogo isSmall className="lg:hidden" />
            <ProductLogo className="max-lg:hidden" />
          </Link>
          <span aria-hidden="true" className="hidden h-8 w-px bg-line sm:block" />
          <Link
            to={documentListPath(document.documentType)}
            aria-label="Back to the list"
            title="Back to the list"
            className="-ml-2 flex size-9 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-hover hover:text-ink touch:size-11"
          >
            <ArrowLeft aria-hidden="true" strokeWidth={1.5} className="size-5" />
          </Link>
          <div className="min-w-0 flex-1">
            <h1 dir="auto" className="truncate text-left font-semibold max-sm:whitespace-normal">
              {document.name}
            </h1>
            <p className="wrap-anywhere flex flex-wrap gap-x-3 text-ink-soft text-sm">
              <Exact className="min-w-0">{document.externalId}</Exact>
              <span>
                Updated <DateText iso={document.updatedAt} />
              </span>
              {document.status === "PENDING" && document.validUntil !== null ? (
                <span>
                  Valid until <Exact>{formatDay(document.validUntil)}</Exact>
                </span>
              ) : null}
            </p>
          </div>
          <Link to={PATHS.dashboard} className="shrink-0 rounded-md sm:hidden">
            <ProductLogo isSmall />
          </Link>
          <div className="hidden shrink-0 items-center gap-5 sm:flex">
            <Total price={price} className={isDecided ? "max-lg:hidden" : undefined} />
            <ApprovalState {...state} />
          </div>
        </div>
      </header>
      {isDecided || canWrite !== false || isPriced(price) ? (
        <section
          aria-label="Decision"
          className="[--safe-bottom-min:0.625rem] safe-bottom sticky low:static bottom-0 z-30 order-last flex min-h-16 flex-wrap items-center justify-between gap-2 border-line border-t bg-paper px-4 pt-2.5 sm:hidden print:hidden"
        >
          {isDecided ? null : <Total price={price} />}
          <ApprovalState {...state} />
        </section>
      ) : null}
    </>
  );
}

function Total({ price, className }: { price: PriceSummary; className?: string | undefined }) {
  if (!isPriced(price)) return null;
  return (
    <div className={classNames("max-w-full sm:shrink-0 sm:text-right", className)}>
      <div className="text-ink-soft text-xs">{price.label}</div>
      <div className="wrap-anywhere font-semibold text-lg">
        <ShownTotal price={price} />
      </div>
    </div>
  );
}

/** The decision or why there can be none, or for writers the buttons Accept and Decline. */
function ApprovalState(props: Omit<ApprovalBarProps, "price">) {
  const { document, canWrite, decisionRefusal, canBeAccepted, accept, decline } = props;
  if (document.status !== "PENDING") return <Decided document={document} />;
  if (canWrite === undefined) return <Skeleton className="h-9 w-28" />;
  if (!canWrite) return null;
  if (decisionRefusal) return <DecisionRefusalText refusal={decisionRefusal} />;
  return (
    <div className="flex shrink-0 items-center gap-1.5">
      <Button
        tone="quiet"
        className={classNames("px-3 max-sm:px-2", decline["aria-busy"] && "opacity-55")}
        disabled={IS_PREVIEW}
        {...decline}
      >
        Decline
      </Button>
      <Button
        tone="primary"
        size="md"
        className={classNames("min-w-28 max-sm:min-w-24", accept["aria-busy"] && "opacity-55")}
        disabled={!canBeAccepted}
        // The bar above a preview says that it is play.
        aria-describedby={IS_PREVIEW ? "view-says" : undefined}
        {...accept}
      >
        Accept
      </Button>
    </div>
  );
}

function Decided({ document }: { document: UniqueDocument }) {
  const { approvedBy, isBroughtIn, status } = document;
  const shown = listedStatusOf(document);
  return (
    <>
      <div className="min-w-0 flex-1 text-sm max-sm:contents sm:text-right">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:basis-full sm:justify-end">
          <Badge status={shown} label={LISTED_STATUS_LABELS[shown]} />
          {approvedBy ? <DateTimeText iso={approvedBy.approvedTime} className="text-ink-soft" /> : null}
        </div>
        <div className="min-w-0 flex-1 text-ink-soft max-sm:text-xs">
          {approvedBy ? (
            <div className="mt-0.5">
              by <Exact>{approvedBy.userName}</Exact> (<Exact>{approvedBy.userEmail}</Exact>)
            </div>
          ) : null}
          {isBroughtIn ? (
            <div title={BROUGHT_IN} className="mt-0.5">
              Imported, decided outside this portal
            </div>
          ) : null}
        </div>
      </div>
      {status === "APPROVED" && !IS_PREVIEW ? <DownloadPdf document={document} /> : null}
    </>
  );
}

/** A link to the PDF in a new tab and one to the evidence; until the PDF is made, a disabled button that says so. */
function DownloadPdf({ document }: { document: UniqueDocument }) {
  const isReady = newestApprovedSnapshot(document.documentSnapshots) !== undefined;
  return (
    <div className="flex shrink-0 flex-col items-end">
      {isReady ? (
        <ButtonLink to={documentPdfPath(document.uniqueDocumentId)} target="_blank" rel="noopener">
          Download PDF
        </ButtonLink>
      ) : (
        <Button disabled>Download PDF</Button>
      )}
      <span role="status" className="mt-1 flex items-center gap-1.5 text-ink-soft text-xs empty:hidden">
        {isReady ? null : (
          <>
            <Spinner /> Preparing the PDF…
          </>
        )}
      </span>
      {isReady ? (
        <Link
          to={`${documentByIdPath(document.uniqueDocumentId)}/evidence`}
          className="mt-1 rounded-sm text-ink-soft text-xs underline underline-offset-3 hover:text-ink touch:py-2"
        >
          Evidence
        </Link>
      ) : null}
    </div>
  );
}
