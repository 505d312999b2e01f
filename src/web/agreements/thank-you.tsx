import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Exact } from "#blocks/exact.tsx";
import { BRAND } from "#web/lib/brand.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";

/** The signer, and the email that receives the copy. */
export type Signed = {
  name: string;
  email: string;
  /** Whether they may have signed the same text before: a visitor who has not proved their email. */
  mayBeRepeat: boolean;
  /** When the visitor, whose email is proved, signed this text before; null: not known, or not before. */
  alreadySignedAt: string | null;
};

export function ThankYou({ documentName, signed }: { documentName: string; signed: Signed }) {
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
