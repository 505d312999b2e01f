import { ArrowDown, CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { isRefusal } from "#web/ui/fetch-failure.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";
import { RichText } from "#web/ui/rich-text.tsx";
import { DOCUMENT_TITLE_ID } from "./sign-frame.tsx";
import { SIGN_PANEL_ID, SignPanel } from "./sign-panel.tsx";
import { type SeenDocument, useSeenDocument } from "./use-seen-document.ts";
import type { Signed } from "./use-sign-form.ts";

/** A general document that anyone can read and sign. */
export function GeneralDocumentPage() {
  const { generalDocumentId = "" } = useParams();
  const { seen, error, retry } = useSeenDocument(generalDocumentId);
  usePageTitle(seen?.document.name);
  if (seen) return <ReadAndSign key={generalDocumentId} seen={seen} />;
  if (error) return <Unavailable onRetry={isRefusal(error) ? null : retry} />;
  return <PageLoader />;
}

function ReadAndSign({ seen }: { seen: SeenDocument }) {
  const [signed, setSigned] = useState<Signed | null>(null);
  const { document } = seen;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-10">
      <header className="mb-6 sm:mb-8">
        <ProductLogo />
      </header>
      <main>
        {signed ? (
          <ThankYou documentName={document.name} signed={signed} />
        ) : (
          <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
            <AgreementSheet seen={seen} />
            <SignPanel seen={seen} onSigned={setSigned} />
          </div>
        )}
      </main>
    </div>
  );
}

function AgreementSheet({ seen: { document, isChanged } }: { seen: SeenDocument }) {
  return (
    <article
      aria-labelledby={DOCUMENT_TITLE_ID}
      className="rounded-[14px] border border-line bg-surface px-5 py-8 sm:px-12 sm:py-14"
    >
      <p className="text-ink-soft" translate="no">
        {BRAND.companyName}
      </p>
      <h1
        id={DOCUMENT_TITLE_ID}
        tabIndex={-1}
        className="mt-2 scroll-mt-6 text-balance font-semibold font-text text-3xl outline-none sm:text-4xl"
      >
        Sign <bdi>{document.name}</bdi>
      </h1>
      <p className="mt-5 lg:hidden">
        <a href={`#${SIGN_PANEL_ID}`} className={buttonClass({ size: "sm" })}>
          Go to the signature
          <ArrowDown aria-hidden="true" strokeWidth={1.5} />
        </a>
      </p>
      <hr className="my-6 border-line sm:my-8" />
      {/* Headings inside the text begin one level below this one. */}
      <h2 className="sr-only">Text</h2>
      <RichText html={document.richText} className="text-lg leading-7" />
      {document.updatedAt ? (
        <p className="mt-8 border-line border-t pt-4 text-ink-soft text-sm">
          Last updated <DateTimeText iso={document.updatedAt} />
          {document.version > 1 ? ` · Version ${document.version}` : null}
          {isChanged ? <span className="text-orange-ink"> · after you opened this page</span> : null}
        </p>
      ) : null}
    </article>
  );
}

/** `onRetry` is given if another attempt may help. */
function Unavailable({ onRetry }: { onRetry: (() => void) | null }) {
  usePageTitle("An unexpected error has occurred");
  return (
    <main className="mx-auto w-full max-w-lg px-4 py-16 sm:py-24">
      <ProductLogo className="mb-10" />
      <h1 className="text-balance font-semibold font-text text-3xl">An unexpected error has occurred</h1>
      <p className="mt-3 text-pretty text-ink-soft text-lg">We were unable to fetch the requested document</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {onRetry ? (
          <Button tone="primary" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        <a href={BRAND.companySite} className={buttonClass({})}>
          Return to <Exact>{BRAND.companyName}</Exact>
        </a>
      </div>
    </main>
  );
}

function ThankYou({ documentName, signed }: { documentName: string; signed: Signed }) {
  const { alreadySignedAt } = signed;
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle("Signed");
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mx-auto w-full max-w-xl rounded-[14px] border border-line bg-surface p-6 sm:p-10">
      <CircleCheck aria-hidden="true" strokeWidth={1.25} className="size-12 text-green-ink" />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-balance font-semibold font-text text-3xl outline-none"
      >
        {alreadySignedAt === null ? (
          <>
            Thanks for signing <Exact>{signed.name}</Exact>
          </>
        ) : (
          "You already signed this"
        )}
      </h1>
      {alreadySignedAt === null ? (
        <p className="mt-3 text-pretty text-lg">
          You will receive a copy of the signed document via email shortly
        </p>
      ) : (
        <p className="mt-3 text-pretty text-lg">
          You signed it on <DateTimeText iso={alreadySignedAt} />. That signature stays valid with the details
          you gave then, and nothing was added. Your copy is in the email we sent you.
        </p>
      )}
      {signed.mayBeRepeat ? (
        <p className="mt-2 text-pretty text-ink-soft">
          If you had signed this text before, your first signature stays valid as it is, and nothing was
          added.
        </p>
      ) : null}
      <dl className="mt-6 space-y-3 border-line border-t pt-5">
        <div>
          <dt className="text-ink-soft text-sm">Document</dt>
          <dd className="font-medium">{documentName}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">
            {alreadySignedAt === null ? "The copy goes to" : "The copy went to"}
          </dt>
          <dd className="break-words font-medium" translate="no">
            {signed.email}
          </dd>
        </div>
      </dl>
      <a href={BRAND.companySite} className={buttonClass({ size: "lg" }, "mt-8 max-sm:w-full")}>
        Return to <Exact>{BRAND.companyName}</Exact>
      </a>
    </div>
  );
}
