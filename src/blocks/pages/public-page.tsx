import { useState, useSyncExternalStore } from "react";
import { DOCUMENT_STATUS_LABELS, type DocumentStatus } from "#domain/documents/unique-document.ts";
import { formatDollars, formatForEverybody } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { withChoices, workOrdersBlocks } from "#domain/page/quoted-work.ts";
import { type PriceSummary, summarizePrice } from "#domain/pricing/price-summary.ts";
import { Exact, ExactIn } from "../exact.tsx";
import { PageContent } from "../page-content.tsx";
import type { RenderContext } from "../render-context.ts";

/** Everything that a visitor's browser receives of a shared document. */
export type PublicDocument = {
  uniqueDocumentId: Id;
  name: string;
  slug: string;
  externalId: string;
  status: DocumentStatus;
  createdAt: PublicTimestamp;
  updatedAt: PublicTimestamp;
  /** When the document was accepted or declined. Visitors do not learn by whom. */
  decidedAt: PublicTimestamp | null;
  /** The last day on which it can be accepted, while it waits for a decision; null: there is none. */
  validUntil: string | null;
  /** What changed from the version before, while the document waits for a decision; null: there is none. */
  newVersion: { before: string; changes: readonly string[] } | null;
  timeZone: string;
  page: PuckState;
  /** The ids of blocks that failed; a message stands in their place. */
  failedBlocks: readonly string[];
  /** The path of the General Terms and Conditions; null if the company has none. */
  generalTermsPath: string | null;
  brand: { productName: string; companyName: string; hasLogo: boolean };
  /** For whom the link is that opened it; null: everybody who has the address. */
  recipient: { name: string; email: string; joinPath: string; addMeHref: string | null } | null;
};

/** `title` is for hovering, until the page knows the visitor's own zone. */
export type PublicTimestamp = { iso: string; text: string; title: string };

type PublicPageProps = { document: PublicDocument } & Pick<RenderContext, "sanitise" | "onFailedBlock">;

/** A shared document, rendered by the server and hydrated. A visitor's ticks change only their own screen. */
export function PublicPage({ document, sanitise, onFailedBlock }: PublicPageProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<Id, boolean>>(new Map());
  const isHydrated = useIsHydrated();
  const page = withChoices(document.page, chosen);
  const isOpen = document.status === "PENDING";
  const price = summarizePrice(page);
  const choose = (workOrderId: Id, isSelected: boolean) =>
    setChosen((before) => new Map(before).set(workOrderId, isSelected));
  const context: RenderContext = {
    mode: "view",
    sanitise,
    areChoicesLocked: !isOpen,
    failedBlocks: document.failedBlocks,
    ...(onFailedBlock && { onFailedBlock }),
    ...(isHydrated && isOpen && { onChooseOptional: choose }),
  };
  return (
    <div className="pv">
      <a href="#main" className="pv-skip">
        Skip to content
      </a>
      <header className="pv-head">
        <PublicBrand brand={document.brand} />
        <div className="pv-head__about">
          <h1 dir="auto">{document.name}</h1>
          <p>
            <Exact>{document.externalId}</Exact>
            <span>
              Updated <TimestampText moment={document.updatedAt} timeZone={document.timeZone} />
            </span>
            {document.validUntil !== null && (
              <span>
                Valid until <Exact>{document.validUntil}</Exact>
              </span>
            )}
          </p>
        </div>
      </header>
      <Decision document={document} price={price} isTried={isDifferent(document.page, chosen)} />
      <main id="main" tabIndex={-1} className="pv-main">
        {document.recipient && <ForRecipient {...document.recipient} />}
        {document.newVersion && <NewVersion {...document.newVersion} />}
        {isOpen && workOrdersOf(page).some(({ optional }) => optional.isOptional) && (
          <ChoicesNote how={document.recipient ? "join" : "sign in"} />
        )}
        {price.unpricedNote !== null && (
          <p key={price.unpricedNote} className="pv-unpriced" dir="auto">
            {price.unpricedNote}
          </p>
        )}
        <div data-sheet className="pv-sheet">
          <PageContent
            page={page}
            context={context}
            facts={[
              { kind: "author", fact: document.brand.companyName },
              {
                kind: "date",
                fact: <TimestampText moment={document.createdAt} timeZone={document.timeZone} />,
              },
            ]}
          />
        </div>
        {document.generalTermsPath && (
          <p className="pv-terms">
            <a href={document.generalTermsPath} target="_blank" rel="noopener noreferrer">
              General Terms and Conditions<span className="pv-unseen"> (opens in a new tab)</span>
            </a>
          </p>
        )}
      </main>
    </div>
  );
}

const subscribeToNothing = () => () => undefined;

/** False before hydration: checkboxes are then disabled, because no total would follow them. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** A date or a time in the company's zone; hovering shows the moment in the visitor's own zone too. */
function TimestampText({ moment, timeZone }: { moment: PublicTimestamp; timeZone: string }) {
  const { iso, text, title } = moment;
  const isHydrated = useIsHydrated();
  return (
    <time
      translate="no"
      dateTime={iso}
      title={isHydrated ? formatForEverybody(iso, timeZone, undefined) : title}
    >
      {text}
    </time>
  );
}

type DecisionProps = { document: PublicDocument; price: PriceSummary; isTried: boolean };

/** The total and the link to sign in; of a decided document, the decision. */
function Decision({ document, price: { total, label }, isTried }: DecisionProps) {
  const { status, decidedAt } = document;
  const isOpen = status === "PENDING";
  return (
    <section aria-label="Total and decision" className="pv-decision">
      {total !== null && (
        <p className="pv-total">
          <span key={String(isTried)}>{isTried ? `${label} as ticked` : label}</span>{" "}
          <strong translate="no">{formatDollars(total)}</strong>
        </p>
      )}
      {!isOpen && (
        <p className={`pv-status pv-status--${status.toLowerCase()}`}>
          <strong>{DOCUMENT_STATUS_LABELS[status]}</strong>{" "}
          {decidedAt && <TimestampText moment={decidedAt} timeZone={document.timeZone} />}
        </p>
      )}
      <WayIn {...document} />
    </section>
  );
}

/** Where a reader goes to decide: a recipient who has not joined joins, everybody else signs in. */
function WayIn({ status, slug, recipient }: PublicDocument) {
  const isOpen = status === "PENDING";
  const verb = recipient ? "Join" : "Sign in";
  const back = new URLSearchParams({ return: `/doc/${slug}` });
  return (
    <a
      href={recipient?.joinPath ?? `/login?${back}`}
      className={isOpen ? "pv-button pv-button--primary" : "pv-button"}
    >
      {isOpen ? `${verb} to accept` : verb}
    </a>
  );
}

function ForRecipient({ name, email, addMeHref }: NonNullable<PublicDocument["recipient"]>) {
  return (
    <p className="pv-note">
      This link is for <Exact>{name}</Exact>
      {name === email ? null : (
        <>
          {" "}
          (<Exact>{email}</Exact>)
        </>
      )}
      . {addMeHref === null ? null : <a href={addMeHref}>Not you? Ask to be added</a>}
    </p>
  );
}

/** What a person reads in the portal, too, before they accept. */
function NewVersion({ before, changes }: NonNullable<PublicDocument["newVersion"]>) {
  return (
    <section aria-label="New version" className="pv-changes">
      <strong>This is a new version.</strong> {changes.length === 0 ? "It says the same as" : "Compared with"}{" "}
      <Exact>{before}</Exact>
      {changes.length === 0 ? "." : ":"}
      <ul>
        {changes.map((change) => (
          <li key={change}>
            <ExactIn text={change} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChoicesNote({ how }: { how: "join" | "sign in" }) {
  return (
    <p className="pv-note">
      <span className="pv-note__scripted">
        Tick optional work to see the new total. Your ticks are not saved here: {how} to choose and accept.
      </span>
      <span className="pv-note__unscripted">
        Turn on JavaScript to change your selection. {how === "join" ? "Join" : "Sign in"} to choose and
        accept.
      </span>
    </p>
  );
}

function workOrdersOf(page: PuckState) {
  return workOrdersBlocks(page).flatMap(({ props }) => props.workOrderData.workOrders);
}

/** Whether the visitor's ticks differ from the client's choices. */
function isDifferent(page: PuckState, chosen: ReadonlyMap<Id, boolean>): boolean {
  return workOrdersOf(page).some(({ workOrderId, optional }) => {
    const isSelected = chosen.get(workOrderId);
    return isSelected !== undefined && isSelected !== optional.doesClientWantWorkDone;
  });
}

/** The company's own logo, or the product's mark with its name. */
export function PublicBrand({ brand }: Pick<PublicDocument, "brand">) {
  if (brand.hasLogo) {
    return <img src="/brand/logo" alt={brand.companyName} height="32" className="pv-brand__logo" />;
  }
  return (
    <p className="pv-brand">
      <img src="/logo.svg" alt="" width="28" height="28" />
      <span>{brand.productName}</span>
    </p>
  );
}
