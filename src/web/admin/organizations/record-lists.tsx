import { useMemo } from "react";
import { listManagedDocuments } from "#contract/admin/documents.ts";
import { listAllInvoices } from "#contract/admin/invoices.ts";
import type { Id } from "#domain/id.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { invoicePath } from "#web/paths.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENT_COLUMNS } from "../documents/documents-page.tsx";
import { INVOICE_COLUMNS } from "../invoices/invoices-page.tsx";
import { archivedDocuments, documentPath } from "../ui/document-paths.ts";

// The company's lists on the page of an organization, without the column that names it.

const ITS_DOCUMENT_COLUMNS = DOCUMENT_COLUMNS.filter(({ id }) => id !== "organizationName");
const ITS_INVOICE_COLUMNS = INVOICE_COLUMNS.filter(({ id }) => id !== "organizationName");

export function DocumentsOf({ organizationId }: { organizationId: Id }) {
  const query = useMemo(() => ({ organizationId }), [organizationId]);
  return (
    <>
      <ListTable
        what={listManagedDocuments}
        query={query}
        label="Documents of the organization"
        columns={ITS_DOCUMENT_COLUMNS}
        getRowId={(row) => row.uniqueDocumentId}
        rowHref={(row) => documentPath(row.uniqueDocumentId)}
        usualOrder="Latest change first"
        emptyHint="Its proposals, scopes of work and agreements appear here."
        failureText="We were unable to fetch the documents."
      />
      <p className="mt-4 text-sm">
        <TextLink to={archivedDocuments(organizationId)}>Its archived documents</TextLink>
      </p>
    </>
  );
}

export function InvoicesOf({ organizationId }: { organizationId: Id }) {
  const query = useMemo(() => ({ organizationId }), [organizationId]);
  return (
    <ListTable
      what={listAllInvoices}
      query={query}
      label="Invoices of the organization"
      columns={ITS_INVOICE_COLUMNS}
      getRowId={(row) => row.invoiceId}
      rowHref={(row) => invoicePath(row.invoiceId)}
      usualOrder="Newest first"
      emptyHint="Its invoices appear here."
      failureText="We were unable to fetch the invoices."
    />
  );
}
