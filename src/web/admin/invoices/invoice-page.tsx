import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { Exact } from "#blocks/exact.tsx";
import { changeInvoiceLines, getManagedInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import { formatDollars } from "#domain/format.ts";
import { formatParty } from "#domain/format-party.ts";
import { refuseLines } from "#domain/invoices/invoice.ts";
import { InvoiceLinesForm as Rules } from "#domain/invoices/invoice-details.ts";
import type { InvoiceLine } from "#domain/invoices/invoice-line.ts";
import type { ManagedInvoice } from "#domain/invoices/managed-invoice.ts";
import { useGstPercent } from "#web/admin/ui/company-gst.tsx";
import { useSchemaForm } from "#web/admin/ui/use-schema-form.ts";
import { call } from "#web/lib/call.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { invoicePdfPath, PATHS } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateTimeText } from "#web/ui/date-text.tsx";
import { Detail, DetailList } from "#web/ui/detail-list.tsx";
import { DueText } from "#web/ui/due-mark.tsx";
import { InvoiceAmountsTable } from "#web/ui/invoice-amounts.tsx";
import { PageHeading } from "#web/ui/page-body.tsx";
import { RecordForm } from "#web/ui/record-form.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Crumbs, ExternalLink, TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { organizationPath } from "../ui/paths.ts";
import { RecordScreen } from "../ui/record-screen.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { InvoiceLines, InvoiceSums, priceTyped } from "./invoice-lines.tsx";
import { Payments } from "./payments.tsx";

export function InvoicePage() {
  const { invoiceId = "" } = useParams();
  return (
    <RecordScreen
      answer={useCall(getManagedInvoice, { params: { id: invoiceId } })}
      id={invoiceId}
      noun="invoice"
      list={{ to: PATHS.invoices, label: "All invoices" }}
      title={({ externalId }) => externalId}
      skeleton={<Skeleton className="h-56 w-full max-w-4xl rounded-lg" />}
    >
      {(invoice) => <Invoice invoice={invoice} />}
    </RecordScreen>
  );
}

function Invoice({ invoice }: { invoice: ManagedInvoice }) {
  const mayChange = useMayActAs("editor");
  return (
    <article>
      <PageHeading
        eyebrow={
          <Crumbs to={PATHS.invoices} label="Invoices">
            {invoice.externalId}
          </Crumbs>
        }
        aside={<Badge status={invoice.invoiceStatus} />}
        actions={
          <>
            {invoice.uri === null ? null : (
              <ButtonLink to={invoicePdfPath(invoice.invoiceId)} target="_blank" rel="noopener">
                Open PDF
                <span className="sr-only"> (opens in a new tab)</span>
              </ButtonLink>
            )}
            {mayChange ? <InvoiceActions invoice={invoice} /> : null}
          </>
        }
      >
        {invoice.name}
      </PageHeading>
      <Facts invoice={invoice} />
      <Payments invoice={invoice} mayChange={mayChange} />
      <Work invoice={invoice} mayChange={mayChange} />
    </article>
  );
}

/** The invoice lines, which editors can change until the client sees the invoice. */
function Work({ invoice, mayChange }: { invoice: ManagedInvoice; mayChange: boolean }) {
  const [isChanging, setIsChanging] = useState(false);
  const { amounts, issuedAt, part, invoiceStatus } = invoice;
  const refusal = refuseLines({ isIssued: issuedAt !== null, isPart: part !== null, invoiceStatus });
  if (isChanging) return <ChangeLines invoice={invoice} onClose={() => setIsChanging(false)} />;
  return (
    <>
      {amounts ? (
        <InvoiceAmountsTable {...amounts} />
      ) : (
        <p className="mt-6 text-ink-soft">This invoice was made elsewhere, so it has no lines here.</p>
      )}
      {mayChange && refusal === null ? (
        <Button size="sm" className="mt-4" onClick={() => setIsChanging(true)}>
          {amounts ? "Change lines" : "Add lines"}
        </Button>
      ) : null}
    </>
  );
}

function Facts({ invoice }: { invoice: ManagedInvoice }) {
  const { organizationId, organizationName, buyer, part, issuedAt, dueDate, xeroLink, createdAt } = invoice;
  return (
    <Card aria-label="Details" className="max-w-4xl p-5 sm:p-6">
      <DetailList>
        <AmountFacts {...invoice} />
        <Detail label="Organization">
          <TextLink to={organizationPath(organizationId)}>{organizationName}</TextLink>
        </Detail>
        <Detail label="To">
          <Exact className="wrap-anywhere whitespace-pre-line">{formatParty(buyer)}</Exact>
        </Detail>
        {part ? (
          <Detail label="For">
            {part.percent}% of {part.name} ({part.externalId})
          </Detail>
        ) : null}
        <Detail label="Issued">
          {issuedAt === null ? "Not yet: the client doesn't see it" : <DateTimeText iso={issuedAt} />}
        </Detail>
        <Detail label="Due">
          {dueDate === null ? "No due date" : <DueText {...invoice} dueDate={dueDate} />}
        </Detail>
        <Detail label="Reference">
          <Exact className="wrap-anywhere">{invoice.reference}</Exact>
        </Detail>
        {invoice.terms === null ? null : (
          <Detail label="Terms">
            <span className="wrap-anywhere whitespace-pre-line">{invoice.terms}</span>
          </Detail>
        )}
        <Detail label="Xero">
          {xeroLink === null ? "No link" : <ExternalLink href={xeroLink}>View in Xero</ExternalLink>}
        </Detail>
        <Detail label="Created">
          <DateTimeText iso={createdAt} />
        </Detail>
      </DetailList>
    </Card>
  );
}

function AmountFacts({ total, amountPaid, amountDue }: ManagedInvoice) {
  if (total === null || amountDue === null) return null;
  return (
    <>
      <Detail label="Amount">
        <Exact className="tabular-nums">{formatDollars(total)}</Exact>
      </Detail>
      <Detail label="Paid so far">
        <Exact className="tabular-nums">{formatDollars(amountPaid)}</Exact>
      </Detail>
      <Detail label="Left to pay">
        <Exact className="font-semibold tabular-nums">{formatDollars(amountDue)}</Exact>
      </Detail>
    </>
  );
}

/** The form of the lines of a typed invoice that is not issued. */
function ChangeLines({ invoice, onClose }: { invoice: ManagedInvoice; onClose: () => void }) {
  const cached = useCached();
  const form = useSchemaForm({
    schema: Rules,
    values: { lines: (invoice.amounts?.lines ?? []).map(typedOf) },
    recordVersion: invoice.linesVersion,
    async save({ lines }, recordVersion) {
      const params = { id: invoice.invoiceId };
      const saved = await call(changeInvoiceLines, { params, body: { lines, recordVersion } });
      await cached.replace(getManagedInvoice, { params }, saved);
      void cached.refetch(listAllInvoices);
      showToast({ title: "Lines changed", text: invoice.externalId });
      onClose();
    },
    subject: "this invoice",
  });
  const amounts = priceTyped(useWatch({ control: form.control, name: "lines" }), useGstPercent());

  return (
    <RecordForm form={form} failureTitle="The lines weren't changed" className="mt-8 max-w-4xl space-y-5">
      <FormProvider {...form}>
        <InvoiceLines amounts={amounts} />
      </FormProvider>
      <Card aria-label="Totals of the lines" className="max-w-sm p-5 sm:ml-auto">
        <InvoiceSums amounts={amounts} />
      </Card>
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Button onClick={onClose} disabled={form.isBusy}>
          Cancel
        </Button>
        <Button tone="primary" type="submit" isBusy={form.isBusy}>
          Save lines
        </Button>
      </div>
    </RecordForm>
  );
}

function typedOf({ quantity, unit, rate, discountPercent, amount: _, ...line }: InvoiceLine) {
  return {
    ...line,
    quantity: String(quantity),
    unit: unit ?? "",
    rate: String(rate),
    discountPercent: String(discountPercent),
  };
}
