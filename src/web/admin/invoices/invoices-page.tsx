import { useMemo, useState } from "react";
import { getManagedInvoice, issueInvoice, listAllInvoices, markInvoice } from "#contract/admin/invoices.ts";
import { sumOf } from "#domain/decimal.ts";
import { formatDollars } from "#domain/format.ts";
import { INVOICE_STATUS_LABELS } from "#domain/invoices/invoice.ts";
import type { InvoiceCard } from "#domain/invoices/managed-invoice.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate, useSearchParams } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { invoicePath, PATHS } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { DataTableColumn } from "#web/ui/data-table/data-table-column.ts";
import { dateColumn, namesColumn, statusColumn } from "#web/ui/data-table/usual-columns.tsx";
import { amountColumns } from "#web/ui/invoice-columns.tsx";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { type BulkList, RowRefused } from "../ui/bulk-run.ts";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { InvoiceDialog } from "../ui/invoice-dialog.tsx";
import { NEW_INVOICE, RETAINERS } from "../ui/paths.ts";

export const INVOICE_COLUMNS: readonly DataTableColumn<InvoiceCard>[] = [
  { id: "externalId", header: "Number", text: (row) => row.externalId, cardSlot: "number" },
  namesColumn({ id: "organizationName", header: "Organization" }, (row) => row.organizationName),
  { id: "name", header: "Name", text: (row) => row.name, cell: NameCell, isWide: true, cardSlot: "title" },
  ...amountColumns<InvoiceCard>(),
  { ...dateColumn({ id: "createdAt", header: "Created" }, (row) => row.createdAt), isExtra: true },
  statusColumn({ id: "invoiceStatus", header: "Status" }, INVOICE_STATUS_LABELS, (row) => row.invoiceStatus),
];

function NameCell({ name, issuedAt }: InvoiceCard) {
  return (
    <>
      {name}
      {issuedAt === null ? <span className="block text-ink-soft text-sm">Not issued yet</span> : null}
    </>
  );
}

/** What an editor does with several invoices of a list. */
export const INVOICE_BULK: BulkList<InvoiceCard> = {
  label: "invoices",
  idOf: (row) => row.invoiceId,
  nameOf: (row) => `${row.externalId} ${row.name}`,
  actions: [
    {
      label: "Issue",
      who: "editor",
      isFor: (row) => row.issuedAt === null && row.invoiceStatus === "UNPAID",
      confirm: (rows) => ({
        title: `Issue ${countOf(rows)}?`,
        text: `Together ${totalOf(rows)}. Their clients see them from now on, and each invoice is emailed.`,
      }),
      run: issueAsListed,
      done: "is issued",
    },
    {
      label: "Mark as paid",
      who: "editor",
      isFor: (row) => row.issuedAt !== null && row.invoiceStatus === "UNPAID",
      confirm: (rows) => ({
        title: `Mark ${countOf(rows)} as paid?`,
        text: `Together ${dueOf(rows)} are recorded as paid today. Their clients see that they are paid.`,
      }),
      run: ({ invoiceId: id, invoiceStatus: expectedStatus, amountDue }) =>
        call(markInvoice, {
          params: { id },
          body: {
            invoiceStatus: "PAID",
            expectedStatus,
            ...(amountDue !== null && { expectedAmountDue: amountDue }),
          },
        }),
      done: "is paid",
    },
  ],
  stale: [listAllInvoices, getManagedInvoice],
};

/** Issues an invoice, unless it asks for another amount by now than the list showed. */
async function issueAsListed({ invoiceId: id, total, dueDate }: InvoiceCard): Promise<void> {
  const params = { id };
  const now = await call(getManagedInvoice, { params });
  if (now.total !== total || now.dueDate !== dueDate)
    throw new RowRefused("it has been changed since this list was read, so it wasn't issued");
  const { recordVersion, linesVersion } = now;
  await call(issueInvoice, { params, body: { recordVersion, linesVersion } });
}

function countOf(rows: readonly InvoiceCard[]): string {
  return rows.length === 1 ? "1 invoice" : `${rows.length} invoices`;
}

function dueOf(rows: readonly InvoiceCard[]): string {
  return formatDollars(sumOf(rows.map(({ amountDue }) => amountDue ?? 0)).toFixed());
}

function totalOf(rows: readonly InvoiceCard[]): string {
  return formatDollars(sumOf(rows.map(({ total }) => total ?? 0)).toFixed());
}

/** /admin/invoices, of all organizations or of the one that `organization` in the address names. */
export function InvoicesPage() {
  const mayChange = useMayActAs("editor");
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const organizationId = parameters.get("organization");
  const isOfDrafts = parameters.get("drafts") === "only";
  const query = useMemo(
    () => ({
      ...(organizationId !== null && { organizationId }),
      ...(isOfDrafts && { drafts: "only" as const }),
    }),
    [organizationId, isOfDrafts],
  );
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Screen
      title={isOfDrafts ? "Drafts to issue" : "Invoices"}
      eyebrow={isOfDrafts ? <TextLink to={PATHS.invoices}>All invoices</TextLink> : undefined}
      actions={
        <>
          <ButtonLink to={RETAINERS}>Retainers</ButtonLink>
          {mayChange ? (
            <>
              <ButtonLink to={NEW_INVOICE}>New invoice</ButtonLink>
              <Button tone="primary" onClick={() => setIsAdding(true)}>
                Invoice accepted work
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <BulkSelection {...INVOICE_BULK} columns={INVOICE_COLUMNS}>
        {(columns) => (
          <ListTable
            what={listAllInvoices}
            query={query}
            label="Invoices"
            columns={columns}
            getRowId={INVOICE_BULK.idOf}
            rowHref={(row) => invoicePath(row.invoiceId)}
            usualOrder="Newest first"
            emptyHint={
              isOfDrafts
                ? "Invoices appear here until you issue them."
                : "The invoices of every organization appear here, whether for accepted work or typed line by line."
            }
            emptyAction={
              mayChange && !isOfDrafts ? (
                <ButtonLink tone="primary" to={NEW_INVOICE}>
                  Add the first invoice
                </ButtonLink>
              ) : null
            }
            failureText="We were unable to fetch the invoices."
          />
        )}
      </BulkSelection>
      {isAdding ? (
        <InvoiceDialog
          onClose={() => setIsAdding(false)}
          onSaved={({ invoiceId }) => void navigate(invoicePath(invoiceId))}
        />
      ) : null}
    </Screen>
  );
}
