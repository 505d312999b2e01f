import { CircleCheck, MailCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { explainFailure } from "#web/lib/call.ts";
import { useLocation } from "#web/lib/routing/use-routing.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Button, buttonClass } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { ProductLogo } from "./product-logo.tsx";

type Confirmed = { title: string; text: ReactNode; next: { href: string; label: string } };

type ConfirmPageProps = {
  title: string;
  text: string;
  failureTitle: string;
  /** A sentence after the reason of a failure. */
  failureNote?: string;
  onConfirm: (token: string) => Promise<Confirmed>;
};

/** The contract accepts no shorter token. */
const SHORTEST_TOKEN = 20;

/** The target of a mail's link, with a token after #. Opening it changes nothing: mail scanners open links too. */
export function ConfirmPage(props: ConfirmPageProps) {
  const token = useLocation().hash.slice(1);
  usePageTitle(props.title);
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-6 sm:px-6 sm:py-16">
      <header className="mb-6 sm:mb-8">
        <ProductLogo />
      </header>
      <main className="rounded-[14px] border border-line bg-surface p-6 sm:p-10">
        <Confirmation key={token} token={token} {...props} />
      </main>
    </div>
  );
}

function Confirmation({ token, onConfirm, ...words }: ConfirmPageProps & { token: string }) {
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function confirm() {
    setIsSending(true);
    setFailure(null);
    try {
      setConfirmed(await onConfirm(token));
    } catch (error) {
      setFailure(explainFailure(error));
    }
    setIsSending(false);
  }

  if (confirmed) return <Thanks {...confirmed} />;
  const isWhole = token.length >= SHORTEST_TOKEN;
  return (
    <>
      <MailCheck aria-hidden="true" strokeWidth={1.25} className="size-12 text-brand" />
      <h1 className="mt-4 text-balance font-semibold font-text text-3xl">{words.title}</h1>
      <p className="mt-3 text-pretty text-ink-soft text-lg">
        {isWhole
          ? words.text
          : "This address isn't complete. Please open the link in our email again, or copy all of it."}
      </p>
      {failure ? (
        <Notice tone="error" title={words.failureTitle} className="mt-6">
          {failure} {words.failureNote}
        </Notice>
      ) : null}
      {isWhole ? (
        <Button
          tone="primary"
          size="lg"
          className="mt-8 max-sm:w-full"
          isBusy={isSending}
          onClick={() => void confirm()}
        >
          Confirm
        </Button>
      ) : null}
    </>
  );
}

function Thanks({ title, text, next }: Confirmed) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <>
      <CircleCheck aria-hidden="true" strokeWidth={1.25} className="size-12 text-green-ink" />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-balance font-semibold font-text text-3xl outline-none"
      >
        {title}
      </h1>
      <p className="mt-3 text-pretty text-lg [overflow-wrap:anywhere]">{text}</p>
      <a href={next.href} className={buttonClass({ size: "lg" }, "mt-8 max-sm:w-full")}>
        {next.label}
      </a>
    </>
  );
}
