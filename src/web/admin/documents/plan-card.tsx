import { Exact } from "#blocks/exact.tsx";
import { listAllInvoices } from "#contract/admin/invoices.ts";
import { getPaymentPlan, preparePlanPart } from "#contract/admin/payment-plans.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { isPreparable, type ManagedPlanPart } from "#domain/payment-plans/managed-plan.ts";
import { call } from "#web/lib/call.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { invoicePath } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeading } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { useAction } from "../ui/use-action.ts";

type PlanCardProps = { uniqueDocumentId: Id; mayChange: boolean };

/** The payment plan of an accepted document, and the invoice of each part. Shows nothing without a plan. */
export function PlanCard({ uniqueDocumentId, mayChange }: PlanCardProps) {
  const answer = useCall(getPaymentPlan, { params: { id: uniqueDocumentId } });
  if (answer.data?.length === 0) return null;
  return (
    <Card aria-labelledby="payment-plan">
      <CardHeading id="payment-plan">Payment plan</CardHeading>
      <Fetched
        answer={answer}
        loading="Loading the payment plan"
        className="mx-5 my-4 h-10"
        failure="We were unable to fetch the payment plan."
      >
        {(parts) => (
          <ol className="divide-y divide-line">
            {parts.map((part) => (
              <li key={part.position} className="px-5 py-2.5">
                <p className="flex flex-wrap justify-between gap-x-4 font-medium">
                  <bdi className="wrap-anywhere min-w-0">{part.name}</bdi>
                  <Exact>{formatDollars(part.amount)}</Exact>
                </p>
                <PartState part={part} />
                {mayChange && isPreparable(part) ? (
                  <PrepareButton uniqueDocumentId={uniqueDocumentId} part={part} />
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </Fetched>
    </Card>
  );
}

function PartState({ part }: { part: ManagedPlanPart }) {
  const { percent, invoice } = part;
  if (invoice === null) {
    return (
      <p className="text-ink-soft text-sm">
        {percent}%. {describeWaiting(part)}
      </p>
    );
  }
  const isDraft = invoice.issuedAt === null && invoice.invoiceStatus === "UNPAID";
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span>
        {percent}%, <TextLink to={`/admin${invoicePath(invoice.invoiceId)}`}>{invoice.externalId}</TextLink>
      </span>
      {isDraft ? "Draft, not issued" : <Badge status={invoice.invoiceStatus} />}
    </p>
  );
}

function describeWaiting({ due, day, isWaiting }: ManagedPlanPart): string {
  if (!isWaiting) return "Not prepared: other invoices leave too little";
  if (due === "date" && day !== null) return `Prepared on ${formatDay(day)}`;
  return due === "done" ? "Prepared when the work is done" : "Prepared in a moment";
}

type PrepareButtonProps = { uniqueDocumentId: Id; part: ManagedPlanPart };

function PrepareButton({ uniqueDocumentId, part }: PrepareButtonProps) {
  const cached = useCached();
  const { isBusy, run } = useAction("The invoice wasn't prepared");
  async function prepare() {
    const params = { id: uniqueDocumentId };
    const changed = await call(preparePlanPart, { params, body: { position: part.position } });
    await cached.replace(getPaymentPlan, { params }, changed);
    void cached.refetch(listAllInvoices);
    showToast({ title: "Invoice prepared", text: part.name });
  }
  return (
    <Button size="sm" className="mt-2" isBusy={isBusy} onClick={() => void run(prepare)}>
      {part.invoice === null ? "Prepare now" : "Prepare again"}
      <span className="sr-only"> {part.name}</span>
    </Button>
  );
}
