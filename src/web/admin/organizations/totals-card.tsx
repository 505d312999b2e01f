import { type ReactNode, useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { getOrganizationTotals } from "#contract/admin/organizations.ts";
import { formatDollars } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import type { RecordsTotal } from "#domain/organizations/organization-totals.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { filteredList } from "#web/lists/filtered-list.ts";
import { invoicePath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { fetchFailure } from "#web/ui/fetch-failure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { documentsToInvoice } from "../ui/document-paths.ts";
import { InvoiceDialog } from "../ui/invoice-dialog.tsx";
import { draftInvoices, organizationPath } from "../ui/paths.ts";
import { PlannedText } from "../ui/planned-text.tsx";

/** What an organization is offered, has agreed to and owes, each with the list of its records. */
export function TotalsCard({ organizationId }: { organizationId: Id }) {
  const answer = useCall(getOrganizationTotals, { params: { id: organizationId } });
  const failure = fetchFailure(answer, "We couldn't load the totals.");
  if (failure) return failure;
  const { waiting, accepted, notInvoiced, planned, drafts, unpaid } = answer.data ?? {};
  return (
    <Card aria-label="Totals" className="p-5">
      <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-5">
        <Total
          label="Waiting for a decision"
          to={listIn(organizationId, "Documents", "status", "PENDING")}
          noun="document"
          of={waiting}
        />
        <Total
          label="Accepted"
          to={listIn(organizationId, "Documents", "status", "APPROVED")}
          noun="document"
          of={accepted}
        />
        <Total
          label="Accepted, not invoiced"
          to={documentsToInvoice(organizationId)}
          noun="document"
          of={notInvoiced}
          action={
            notInvoiced && planned !== undefined ? (
              <>
                <PlannedText
                  planned={planned}
                  of={notInvoiced.total}
                  className="block text-ink-soft text-sm"
                />
                {notInvoiced.total === planned ? null : <InvoiceIt organizationId={organizationId} />}
              </>
            ) : null
          }
        />
        <Total label="Drafts to issue" to={draftInvoices(organizationId)} noun="invoice" of={drafts} />
        <Total
          label="Unpaid"
          to={listIn(organizationId, "Invoices", "invoiceStatus", "UNPAID")}
          noun="invoice"
          of={unpaid}
        />
      </dl>
    </Card>
  );
}

/** A list on the organization's page that shows only the rows with this status. */
function listIn(organizationId: Id, tab: string, column: string, status: string): string {
  return `${filteredList(organizationPath(organizationId), column, status)}&${new URLSearchParams({ tab })}`;
}

type TotalProps = {
  label: string;
  to: string;
  noun: string;
  /** Undefined while it loads. */
  of: RecordsTotal | undefined;
  action?: ReactNode;
};

function Total({ label, to, noun, of, action }: TotalProps) {
  return (
    <div>
      <dt className="text-sm">
        <TextLink to={to} className="hit-area">
          {label}
        </TextLink>
      </dt>
      {of ? (
        <dd>
          <Exact className="font-semibold text-xl tabular-nums">{formatDollars(of.total)}</Exact>
          <span className="block text-ink-soft text-sm">{describeRecords(of, noun)}</span>
          {action}
        </dd>
      ) : (
        <dd aria-busy="true">
          <Skeleton className="mt-1 h-6 w-28" />
          <Skeleton className="mt-1.5 h-4 w-20" />
        </dd>
      )}
    </div>
  );
}

/** "3 documents, 1 without an amount" */
export function describeRecords(
  { records, withoutAmount }: Omit<RecordsTotal, "total">,
  noun: string,
): string {
  const count = records === 0 ? `No ${noun}s` : records === 1 ? `1 ${noun}` : `${records} ${noun}s`;
  return withoutAmount === 0 ? count : `${count}, ${withoutAmount} without an amount`;
}

function InvoiceIt({ organizationId }: { organizationId: Id }) {
  const mayChange = useMayActAs("editor");
  const navigate = useNavigate();
  const cached = useCached();
  const [isInvoicing, setIsInvoicing] = useState(false);
  if (!mayChange) return null;
  return (
    <>
      <Button size="sm" className="mt-2" onClick={() => setIsInvoicing(true)}>
        Invoice accepted work
      </Button>
      {isInvoicing ? (
        <InvoiceDialog
          organizationId={organizationId}
          onClose={() => setIsInvoicing(false)}
          onSaved={({ invoiceId }) => {
            void cached.refetch(getOrganizationTotals);
            void navigate(invoicePath(invoiceId));
          }}
        />
      ) : null}
    </>
  );
}
