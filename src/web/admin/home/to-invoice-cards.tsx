import { useState } from "react";
import { Exact } from "#blocks/exact.tsx";
import { listInvoiceableDocuments } from "#contract/admin/invoices.ts";
import { formatDollars } from "#domain/format.ts";
import { ACCEPTED_ON_HOME, type DocumentToInvoice, type Home } from "#domain/home/home.ts";
import type { InvoiceableDocument } from "#domain/invoices/managed-invoice.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useMayActAs } from "#web/lib/use-person.ts";
import { invoicePath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { documentPath, documentsToInvoice } from "../ui/document-paths.ts";
import { InvoiceDialog } from "../ui/invoice-dialog.tsx";
import { draftInvoices } from "../ui/paths.ts";
import { PlannedText } from "../ui/planned-text.tsx";
import { useAction } from "../ui/use-action.ts";
import { NeedCard, NeedRow, OrganizationLink } from "./waiting-cards.tsx";

type ToInvoiceCardProps = { part: Home["toInvoice"]; onInvoiced: () => void };

/** The accepted documents of which a part is not invoiced, with a button that invoices it. */
export function ToInvoiceCard({ part: { total, worth, rows }, onInvoiced }: ToInvoiceCardProps) {
  const list = { to: documentsToInvoice(), label: "Everything not invoiced" };
  return (
    <NeedCard title="Accepted, not invoiced" total={total} worth={worth} list={list}>
      {rows.map((row) => (
        <NeedRow
          key={row.uniqueDocumentId}
          title={<TextLink to={documentPath(row.uniqueDocumentId)}>{row.name}</TextLink>}
          aside={<Exact>{formatDollars(row.openAmount)}</Exact>}
        >
          {row.externalId} for <OrganizationLink {...row} />, accepted <DateText iso={row.acceptedAt} />
          <PlannedText planned={row.plannedAmount} of={row.openAmount} className="block" />
          {row.plannedAmount === row.openAmount ? null : <InvoiceIt document={row} onInvoiced={onInvoiced} />}
        </NeedRow>
      ))}
      {total === ACCEPTED_ON_HOME ? (
        <li className="px-5 py-2.5 text-ink-soft text-sm">
          Of the last {ACCEPTED_ON_HOME.toLocaleString("en-AU")} accepted documents.
        </li>
      ) : null}
    </NeedCard>
  );
}

type InvoiceItProps = { document: DocumentToInvoice; onInvoiced: () => void };

function InvoiceIt({ document: { uniqueDocumentId, name }, onInvoiced }: InvoiceItProps) {
  const mayChange = useMayActAs("editor");
  const navigate = useNavigate();
  const { isBusy, run } = useAction("No invoice was made");
  const [document, setDocument] = useState<InvoiceableDocument | null>(null);
  if (!mayChange) return null;

  async function open() {
    const [found] = await call(listInvoiceableDocuments, { query: { uniqueDocumentId } });
    if (found) return setDocument(found);
    showToast({ title: "It's already invoiced", text: name });
    onInvoiced();
  }

  return (
    <>
      <div className="mt-2">
        <Button size="sm" isBusy={isBusy} onClick={() => void run(open)}>
          Invoice accepted work<span className="sr-only"> of {name}</span>
        </Button>
      </div>
      {document ? (
        <InvoiceDialog
          document={document}
          onClose={() => setDocument(null)}
          onSaved={({ invoiceId }) => void navigate(invoicePath(invoiceId))}
        />
      ) : null}
    </>
  );
}

/** The invoices that wait to be issued. */
export function DraftsCard({ drafts: { total, worth } }: { drafts: Home["drafts"] }) {
  return (
    <NeedCard
      title="Drafts to issue"
      total={total}
      worth={worth}
      list={{ to: draftInvoices(), label: "All drafts of invoices" }}
    >
      {null}
    </NeedCard>
  );
}
