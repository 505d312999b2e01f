import { Hammer, type LucideIcon, MailCheck, ReceiptText, Send } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Exact } from "#blocks/exact.tsx";
import { exact } from "#domain/decimal.ts";
import { acceptedChoices, agreedWork } from "#domain/documents/approval.ts";
import { formatDollars } from "#domain/format.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import type { PuckState } from "#domain/page/page.ts";
import { firstPayment, shownPayments } from "#domain/payment-plans/shown-payments.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import { BRAND } from "#web/lib/brand.ts";
import { PATHS } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

type NextStepsProps = {
  /** Whom the copy is mailed to. */
  email: string | undefined;
  /** The page that was accepted. */
  page: PuckState;
  price: PriceSummary;
  onClose: () => void;
};

/** Above a document that the person has just accepted: what happens from now on. */
export function NextSteps({ email = "you", page, price, onClose }: NextStepsProps) {
  const headingId = useId();
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus(), []);
  const hasWork = agreedWork(page).length > 0 || acceptedChoices(page).some(({ isIncluded }) => isIncluded);
  const isInvoiced = price.hidesPrices || exact(price.total).gt(0);
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="rounded-[14px] border border-line bg-surface p-5 outline-none sm:p-6 print:hidden"
    >
      <h2 id={headingId} className="text-balance font-semibold font-text text-xl">
        Thank you. Here's what happens next
      </h2>
      <ol className="mt-4 space-y-4">
        <Step Icon={MailCheck} title="You get a copy">
          We're preparing the PDF. In a few minutes we'll email it to <Exact>{email}</Exact>, and to your
          colleagues who can accept documents.
        </Step>
        <Step Icon={Send} title={<Exact>{BRAND.companyName}</Exact>}>
          We let them know in the same minute, so there's nothing you need to send.
        </Step>
        {hasWork ? (
          <Step Icon={Hammer} title="The work is open">
            Follow it under <TextLink to={PATHS.workOrders}>Work orders</TextLink>.
          </Step>
        ) : null}
        {isInvoiced ? (
          <Step Icon={ReceiptText} title="Invoices">
            <FirstInvoice page={page} /> We'll email you each invoice when it's issued, and you'll find it
            under <TextLink to={PATHS.invoices}>Invoices</TextLink>.
          </Step>
        ) : null}
      </ol>
      <Button className="mt-5" onClick={onClose}>
        Got it
      </Button>
    </section>
  );
}

/** When the first invoice follows, as far as it is agreed. */
function FirstInvoice({ page }: { page: PuckState }) {
  const first = firstPayment(shownPayments(page));
  if (first === null)
    return (
      <>
        No dates are agreed, so <Exact>{BRAND.companyName}</Exact> decides when to invoice.
      </>
    );
  const { due, day, name, amount } = first;
  return (
    <>
      The first invoice is for “<bdi>{name}</bdi>”
      {amount === null ? null : (
        <>
          , <Exact>{formatDollars(amount)}</Exact>
        </>
      )}
      {due === "accepted" ? ". We're preparing it now." : null}
      {due === "done" ? ". It follows when the work is done." : null}
      {due === "date" && day ? (
        <>
          . It follows on <Exact>{formatDay(day)}</Exact>.
        </>
      ) : null}
    </>
  );
}

type StepProps = { Icon: LucideIcon; title: ReactNode; children: ReactNode };

function Step({ Icon, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="wrap-anywhere text-pretty text-ink-soft">{children}</p>
      </div>
    </li>
  );
}
