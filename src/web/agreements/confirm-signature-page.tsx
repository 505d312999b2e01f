import { CircleCheck, MailCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { confirmSignature } from "#contract/agreements.ts";
import { BRAND } from "#web/lib/brand.ts";
import { call, type Reply } from "#web/lib/call.ts";
import { explainFailure } from "#web/lib/explain-failure.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ProductLogo } from "#web/ui/product-logo.tsx";

type Confirmed = Reply<typeof confirmSignature>;

/**
 * The target of the link in a visitor's mail. Opening it changes nothing, because programs that scan mails open links
 * too.
 */
export function ConfirmSignaturePage() {
  const token = useLocation().hash.slice(1);
  usePageTitle("Confirm your email address");
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-6 sm:px-6 sm:py-16">
      <header className="mb-6 sm:mb-8">
        <ProductLogo />
      </header>
      <main className="rounded-[14px] border border-line bg-surface p-6 sm:p-10">
        <Confirmation key={token} token={token} />
      </main>
    </div>
  );
}

function Confirmation({ token }: { token: string }) {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function confirm() {
    setIsSending(true);
    setFailure(null);
    try {
      setConfirmed(await call(confirmSignature, { body: { token } }));
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setIsSending(false);
  }

  if (confirmed) return <Thanks {...confirmed} />;
  return (
    <>
      <MailCheck aria-hidden="true" strokeWidth={1.25} className="size-12 text-brand" />
      <h1 className="mt-4 text-balance font-semibold font-text text-3xl">Confirm your email address</h1>
      {token.length < SHORTEST_TOKEN ? (
        <p className="mt-3 text-pretty text-ink-soft text-lg">
          This address is not complete. Please open the link in our mail once more, or copy all of it.
        </p>
      ) : (
        <>
          <p className="mt-3 text-pretty text-ink-soft text-lg">
            You signed a document of {BRAND.companyName}. One press tells us that the email address you gave
            is yours.
          </p>
          {failure ? (
            <Notice tone="error" title="Your address was not confirmed" className="mt-6">
              {failure} Your signature stands as it is.
            </Notice>
          ) : null}
          <Button
            tone="primary"
            size="lg"
            className="mt-8 max-sm:w-full"
            isBusy={isSending}
            onClick={() => void confirm()}
          >
            Confirm
          </Button>
        </>
      )}
    </>
  );
}

/** The contract accepts no shorter token. */
const SHORTEST_TOKEN = 20;

function Thanks({ userEmail, emailConfirmedAt }: Confirmed) {
  return (
    <>
      <CircleCheck aria-hidden="true" strokeWidth={1.25} className="size-12 text-green-ink" />
      <FocusedHeading>Thank you, your address is confirmed</FocusedHeading>
      <p className="mt-3 text-pretty text-lg [overflow-wrap:anywhere]">
        {userEmail} was confirmed at <DateTimeText iso={emailConfirmedAt} />. There is nothing else to do.
      </p>
      <a href={BRAND.companySite} className={buttonClass({ size: "lg" }, "mt-8 max-sm:w-full")}>
        Return to {BRAND.companyName}
      </a>
    </>
  );
}

function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="mt-4 text-balance font-semibold font-text text-3xl outline-none"
    >
      {children}
    </h1>
  );
}
