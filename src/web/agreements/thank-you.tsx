import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { BRAND } from "#web/lib/brand.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { buttonClass } from "#web/ui/button.tsx";

/** The signer, and the email that receives the copy. */
export type Signed = { name: string; email: string };

export function ThankYou({ documentName, signed }: { documentName: string; signed: Signed }) {
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
        Thanks for signing {signed.name}
      </h1>
      <p className="mt-3 text-pretty text-lg">
        You will receive a copy of the signed document via email shortly
      </p>
      <dl className="mt-6 space-y-3 border-line border-t pt-5">
        <div>
          <dt className="text-ink-soft text-sm">Document</dt>
          <dd className="font-medium">{documentName}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-sm">The copy goes to</dt>
          <dd className="break-words font-medium">{signed.email}</dd>
        </div>
      </dl>
      <a href={BRAND.companySite} className={buttonClass({ size: "lg" }, "mt-8 max-sm:w-full")}>
        Return to {BRAND.companyName}
      </a>
    </div>
  );
}
