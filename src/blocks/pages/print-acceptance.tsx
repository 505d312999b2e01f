import type { ReactNode } from "react";
import { type AcceptedChoice, acceptedChoices } from "#domain/documents/accepted-choices.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { type SumLine, Sums } from "../sums.tsx";
import { acceptedSums } from "./accepted-sums.ts";

/** An acceptance as its decision records it. A fact that is not on record is null. */
export type Acceptance = {
  documentDecisionId: Id;
  userName: string;
  userEmail: string;
  organizationName: string;
  organizationPermissionId: Id | null;
  decidedAt: Date;
  declaration: { text: string; hash: string } | null;
  contentHash: string;
  /** A salted hash of the prices that the document hides. */
  hiddenHash: string | null;
  /** The anchor of its evidence. */
  anchor: string | null;
  /** When a decision that was made elsewhere was brought in; null: it was made in the portal. */
  broughtInAt: Date | null;
};

type AcceptancePageProps = {
  acceptance: Acceptance;
  document: { name: string; externalId: string; documentType: string; page: PuckState };
  companyName: string;
  timeZone: string;
};

/** More choices are set smaller, so that the page stays one. */
const MANY_CHOICES = 10;

/** The closing page of an accepted document: who accepted what, when, and in which words. */
export function AcceptancePage({ acceptance, document, companyName, timeZone }: AcceptancePageProps) {
  const choices = acceptedChoices(document.page);
  const sums = acceptedSums(document.page);
  const { unpricedNote } = summarizePrice(document.page);
  return (
    <section className={`cp-acceptance ${choices.length > MANY_CHOICES ? "cp-acceptance--dense" : ""}`}>
      <p className="cp-acceptance__company" dir="auto">
        {companyName}
      </p>
      <h2>Acceptance</h2>
      <p className="cp-acceptance__document">
        <strong>
          <bdi>{document.name}</bdi>
        </strong>
        <span>{[documentTypeLabel(document.documentType), document.externalId].join(" · ")}</span>
      </p>
      {acceptance.broughtInAt !== null && (
        <p className="cp-acceptance__brought">
          <strong>Brought in.</strong> This acceptance was made elsewhere, or before the portal kept evidence.
          It was brought in on {formatDateTime(acceptance.broughtInAt.toISOString(), timeZone)}, and what is
          said here was said then.
        </p>
      )}
      <Declaration {...acceptance} />
      <Facts acceptance={acceptance} timeZone={timeZone} />
      <Choices choices={choices} />
      {sums.length > 0 && <Amounts sums={sums} />}
      {unpricedNote !== null && <p className="cp-acceptance__unpriced">{unpricedNote}</p>}
      <p className="cp-acceptance__note">
        {acceptance.declaration === null
          ? "The SHA-256 value identifies the accepted content with its prices and choices."
          : "The SHA-256 values identify the exact words of the declaration, and the accepted content with its prices and choices."}{" "}
        {acceptance.hiddenHash !== null &&
          "The prices that the document does not show are bound by a salted SHA-256 value. "}
        {companyName} keeps the originals with the decision, and has sealed this file.
      </p>
    </section>
  );
}

function Declaration({ declaration, userName }: Acceptance) {
  if (declaration === null) {
    return <p className="cp-acceptance__declaration">No declaration is on record with this acceptance.</p>;
  }
  return (
    <figure className="cp-acceptance__declaration">
      <blockquote>{declaration.text}</blockquote>
      <figcaption>
        Declaration of {userName} · SHA-256 {declaration.hash}
      </figcaption>
    </figure>
  );
}

function Facts({ acceptance, timeZone }: { acceptance: Acceptance; timeZone: string }) {
  const { userName, userEmail, organizationName, organizationPermissionId } = acceptance;
  const iso = acceptance.decidedAt.toISOString();
  return (
    <dl className="cp-acceptance__facts">
      <Fact term="Accepted by">
        <strong>
          <bdi>{userName}</bdi>
        </strong>
        <span>{userEmail}</span>
      </Fact>
      <Fact term="On behalf of">
        <strong>
          <bdi>{organizationName}</bdi>
        </strong>
        <span>
          {organizationPermissionId === null
            ? "The permission is not on record"
            : `By write permission ${organizationPermissionId}`}
        </span>
      </Fact>
      <Fact term="Accepted at">
        <strong>{formatDateTime(iso, timeZone)}</strong>
        <span>{formatDateTime(iso, "UTC")}</span>
      </Fact>
      <Fact term="Decision">
        <span>{acceptance.documentDecisionId}</span>
      </Fact>
      <Fact term="Content (SHA-256)">
        <span>{acceptance.contentHash}</span>
      </Fact>
      {acceptance.hiddenHash !== null && (
        <Fact term="Prices not shown">
          <span>{acceptance.hiddenHash}</span>
        </Fact>
      )}
      {acceptance.anchor !== null && (
        <Fact term="Evidence">
          <span className="cp-acceptance__anchor">{acceptance.anchor}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Choices({ choices }: { choices: readonly AcceptedChoice[] }) {
  if (choices.length === 0) return <p>The document has no optional work.</p>;
  return (
    <>
      <h3>Optional work</h3>
      <ul className="cp-acceptance__choices">
        {choices.map(({ workOrderId, name, isIncluded }) => (
          <li key={workOrderId} className={isIncluded ? undefined : "cp-acceptance__choice--left-out"}>
            <span>{name}</span>
            <span>{isIncluded ? "Included" : "Not included"}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Amounts({ sums }: { sums: readonly SumLine[] }) {
  return (
    <>
      <h3>Amounts</h3>
      <Sums lines={sums} />
    </>
  );
}
