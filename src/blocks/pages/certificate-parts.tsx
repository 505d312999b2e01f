import type { ReactNode } from "react";
import type { ActorSide } from "#domain/access-records/access-record.ts";
import {
  type ConsentFacts,
  describeAccessGiven,
  describeConsent,
  describeIdentification,
} from "#domain/consent/consent.ts";
import { anchorLines } from "#domain/evidence/anchor.ts";
import { formatDate, formatExactTime } from "#domain/format.ts";
import { formatAbn } from "#domain/format-party.ts";
import { PrintLogo } from "./print-html.tsx";

// What a certificate of acceptance and a signed copy have in common.

/** Who consented, for whom, how, and with what right. A fact that is not on record is null. */
export type ConsentRecord = ConsentFacts & {
  userName: string;
  userEmail: string;
  /** Null: they signed for no one but themselves. */
  organizationName: string | null;
  /** Since when they have had the right with which they decided or signed. */
  authorisedSince: Date | null;
  accessGivenBy: ActorSide | null;
  /** The name of who let them in; null: it is not known. */
  accessGivenByName: string | null;
  /** The single sign-on that signed them in; null: none did, or it is not known. */
  singleSignOn: string | null;
  /** Null: the company does not show it. */
  origin: { ipAddress: string | null; userAgent: string | null } | null;
};

/** How the person joined by the link of a sent document. */
export type JoinedByLink = {
  /** Where the link was mailed to, and when; null: the recipient was removed. */
  mailed: { email: string; at: Date } | null;
  /** Null: no browser reported it. */
  openedAt: Date | null;
  joinedAt: Date;
  wasCodeRequired: boolean;
};

/** A general document that applied: its version then, and the newest signature for the organization. */
export type AppliedTerms = {
  name: string;
  version: number;
  signature: { version: number | null; signedAt: Date; userName: string } | null;
};

/** The path of the dark modules, in a square of `size`. */
export type QrCode = { size: number; path: string };

/** The fixed words, our sentence of intent, and how both came about. */
export function Declaration({ declaration, how }: { declaration: string; how: ConsentRecord }) {
  return (
    <figure className="cp-acceptance__declaration">
      <blockquote>
        <p>{declaration}</p>
        {how.intent !== null && <p>{how.intent}</p>}
      </blockquote>
      <figcaption>{describeConsent(how.consent)}</figcaption>
    </figure>
  );
}

type SignerFactsProps = {
  how: ConsentRecord;
  at: Date;
  words: { by: string; at: string; since: string; decision: "acceptance" | "signature" };
  companyName: string;
  timeZone: string;
  /** Null: they did not join by the link of a sent document, or that is not known. */
  joined?: JoinedByLink | null;
  /** Null: that is not known; undefined: there is nothing to tell. */
  terms?: readonly AppliedTerms[] | null;
};

export function SignerFacts({ how, at, words, companyName, timeZone, joined, terms }: SignerFactsProps) {
  const { userName, userEmail, organizationName, authorisedSince, origin } = how;
  const iso = at.toISOString();
  const since = authorisedSince && formatExactTime(authorisedSince.toISOString(), timeZone);
  return (
    <dl className="cp-acceptance__facts">
      <Fact term={words.by}>
        <strong>
          <bdi>{userName}</bdi>
        </strong>
        <span>{userEmail}</span>
      </Fact>
      <Fact term="On behalf of">
        <strong>
          <bdi>{organizationName ?? "Themselves"}</bdi>
        </strong>
      </Fact>
      <Fact term={words.at}>
        <strong>{formatExactTime(iso, timeZone)}</strong>
        <span>{formatExactTime(iso, "UTC")}</span>
      </Fact>
      <Fact term="How identified">
        <span>{describeIdentification(how, words.decision)}</span>
        {how.singleSignOn !== null && <span>{how.singleSignOn}</span>}
      </Fact>
      <Fact term={words.since}>
        {since !== null && <strong>{since}</strong>}
        <span>{describeAccessGiven(how, companyName)}</span>
      </Fact>
      {joined && (
        <Fact term="How they joined">
          <Joined joined={joined} timeZone={timeZone} />
        </Fact>
      )}
      {origin !== null && (
        <Fact term="Network address and device">
          <span>{origin.ipAddress ?? "Not recorded"}</span>
          {origin.userAgent !== null && <span>{origin.userAgent}</span>}
        </Fact>
      )}
      {terms !== undefined && (
        <Fact term="General terms">
          <Terms terms={terms} organizationName={organizationName} timeZone={timeZone} />
        </Fact>
      )}
    </dl>
  );
}

function Joined({ joined, timeZone }: { joined: JoinedByLink; timeZone: string }) {
  const { mailed, openedAt, joinedAt, wasCodeRequired } = joined;
  const when = (at: Date) => formatExactTime(at.toISOString(), timeZone);
  const opened = openedAt === null ? "Its first opening is not recorded." : `First opened ${when(openedAt)}.`;
  return (
    <>
      <span>
        {mailed === null
          ? "By the link of an email whose recipient was removed."
          : `By the link that was mailed to ${mailed.email} on ${when(mailed.at)}.`}{" "}
        {opened}
      </span>
      <span>
        Joined {when(joinedAt)}.{" "}
        {wasCodeRequired
          ? "A code mailed to that address was required, because another browser had opened the link first."
          : "No code was required, because no other browser had opened the link first."}
      </span>
    </>
  );
}

const MAX_TERMS = 4;

type TermsProps = {
  terms: readonly AppliedTerms[] | null;
  organizationName: string | null;
  timeZone: string;
};

function Terms({ terms, organizationName, timeZone }: TermsProps) {
  if (terms === null) return <span>Not recorded</span>;
  if (terms.length === 0) return <span>None. The portal had no general terms then.</span>;
  return (
    <>
      {terms.slice(0, MAX_TERMS).map(({ name, version, signature }) => (
        <span key={name}>
          <b>
            <bdi>{name}</bdi>, version {version}
          </b>
          {signature === null ? (
            <>
              . Not signed for <bdi>{organizationName}</bdi>.
            </>
          ) : (
            <>
              . {describeSigned(signature, version)} by <bdi>{signature.userName}</bdi> on{" "}
              {formatDate(signature.signedAt.toISOString(), timeZone)}.
            </>
          )}
        </span>
      ))}
      {terms.length > MAX_TERMS && <span>And {terms.length - MAX_TERMS} more.</span>}
    </>
  );
}

function describeSigned({ version }: { version: number | null }, present: number): string {
  if (version === present) return "Signed";
  return version === null ? "An earlier version was signed" : `Version ${version} was signed`;
}

type CertificateHeadProps = {
  title: string;
  supplier: Supplier;
  /** A data URL; null: the company has none. */
  logo: string | null;
  verify: Verify;
  /** The name of what was accepted or signed, and a line of what it is. */
  name: string;
  line: string;
};

export type Supplier = { name: string; abn: string | null };
export type Verify = { address: string; qr: QrCode };

export function CertificateHead({ title, supplier, logo, verify, name, line }: CertificateHeadProps) {
  return (
    <header className="cp-acceptance__head">
      <div>
        <PrintLogo companyName={supplier.name} logo={logo} />
        <p className="cp-acceptance__company">
          <bdi>{supplier.name}</bdi>
          {supplier.abn !== null && ` · ABN ${formatAbn(supplier.abn)}`}
        </p>
        <h2>{title}</h2>
        <p className="cp-acceptance__document">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span>{line}</span>
        </p>
      </div>
      <VerifyMark {...verify} />
    </header>
  );
}

/** Where anybody verifies the file, to type and to scan. */
function VerifyMark({ address, qr }: Verify) {
  return (
    <figure className="cp-acceptance__verify">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={`QR code of ${address}`}>
        <path d={qr.path} fill="currentColor" />
      </svg>
      <figcaption>
        Verify this file at
        <strong>{address.replace(/^https?:\/\//, "")}</strong>
      </figcaption>
    </figure>
  );
}

/** Below the fold: what programs compare. */
export function TechnicalDetails({ anchor, children }: { anchor: string | null; children: ReactNode }) {
  return (
    <div className="cp-acceptance__experts">
      <h3>For experts</h3>
      <dl>
        {children}
        {anchor !== null && (
          <Fact term="Evidence">
            {anchorLines(anchor).map((line) => (
              <span key={line} className="cp-acceptance__anchor">
                {line}
              </span>
            ))}
          </Fact>
        )}
      </dl>
    </div>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One thing that happened to a document. `at` null: it did not happen, or is not recorded; `by` says which. */
export type TimelineStep = { label: string; at: Date | null; by: string | null };

export function Timeline({ steps, timeZone }: { steps: readonly TimelineStep[]; timeZone: string }) {
  return (
    <ol className="cp-acceptance__timeline">
      {steps.map(({ label, at, by }) => (
        <li key={label}>
          <strong>{label}</strong>
          {at !== null && <span>{formatExactTime(at.toISOString(), timeZone)}</span>}
          {by !== null && (
            <span>
              <bdi>{by}</bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
