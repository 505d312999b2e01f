import { useMemo } from "react";
import { listManagedDocuments } from "#contract/admin/documents.ts";
import { listAllInvoices } from "#contract/admin/invoices.ts";
import type { Id } from "#domain/id.ts";
import { ListTable } from "#web/lists/list-table.tsx";
import { invoicePath } from "#web/paths.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { DOCUMENT_BULK } from "../documents/bulk-documents.tsx";
import { DOCUMENT_COLUMNS } from "../documents/documents-page.tsx";
import { INVOICE_BULK, INVOICE_COLUMNS } from "../invoices/invoices-page.tsx";
import { BulkSelection } from "../ui/bulk-selection.tsx";
import { archivedDocuments, documentPath } from "../ui/document-paths.ts";

// The company's lists on the page of an organization, without the column that names it.

const ITS_DOCUMENT_COLUMNS = DOCUMENT_COLUMNS.filter(({ id }) => id !== "organizationName");
const ITS_INVOICE_COLUMNS = INVOICE_COLUMNS.filter(({ id }) => id !== "organizationName");

export function DocumentsOf({ organizationId }: { organizationId: Id }) {
  const query = useMemo(() => ({ organizationId }), [organizationId]);
  return (
    <>
      <BulkSelection {...DOCUMENT_BULK} columns={ITS_DOCUMENT_COLUMNS}>
        {(columns) => (
          <ListTable
            what={listManagedDocuments}
            query={query}
            label="Documents of the organization"
            columns={columns}
            getRowId={DOCUMENT_BULK.idOf}
            rowHref={(row) => documentPath(row.uniqueDocumentId)}
            usualOrder="Latest change first"
            emptyHint="Its proposals, scopes of work and agreements appear here."
            failureText="We were unable to fetch the documents."
          />
        )}
      </BulkSelection>
      <p className="mt-4 text-sm">
        <TextLink to={archivedDocuments(organizationId)}>Its archived documents</TextLink>
      </p>
    </>
  );
}

export function InvoicesOf({ organizationId }: { organizationId: Id }) {
  const query = useMemo(() => ({ organizationId }), [organizationId]);
  return (
    <BulkSelection {...INVOICE_BULK} columns={ITS_INVOICE_COLUMNS}>
      {(columns) => (
        <ListTable
          what={listAllInvoices}
          query={query}
          label="Invoices of the organization"
          columns={columns}
          getRowId={INVOICE_BULK.idOf}
          rowHref={(row) => invoicePath(row.invoiceId)}
          usualOrder="Newest first"
          emptyHint="Its invoices appear here."
          failureText="We were unable to fetch the invoices."
        />
      )}
    </BulkSelection>
  );
}
