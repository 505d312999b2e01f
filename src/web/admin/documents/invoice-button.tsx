import { useState } from "react";
import { listActivity } from "#contract/admin/activity.ts";
import { getAdminDocument } from "#contract/admin/documents.ts";
import { listInvoiceableDocuments } from "#contract/admin/invoices.ts";
import type { Id } from "#domain/id.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached, useCall } from "#web/lib/use-call.ts";
import { invoicePath } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { InvoiceDialog } from "../ui/invoice-dialog.tsx";

/** Invoices an accepted document, as long as a part of it is not invoiced. */
export function InvoiceButton({ uniqueDocumentId }: { uniqueDocumentId: Id }) {
  const navigate = useNavigate();
  const cached = useCached();
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useCall(listInvoiceableDocuments, { query: { uniqueDocumentId } });
  const [document] = data ?? [];
  if (!document) return null;
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        Invoice this
      </Button>
      {isOpen ? (
        <InvoiceDialog
          document={document}
          onClose={() => setIsOpen(false)}
          onSaved={({ invoiceId }) => {
            void cached.refetch(getAdminDocument);
            void cached.refetch(listActivity);
            void cached.refetch(listInvoiceableDocuments);
            void navigate(invoicePath(invoiceId));
          }}
        />
      ) : null}
    </>
  );
}
