import { getManagedInvoice } from "#contract/admin/invoices.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { FileScreen, ONCE } from "#web/security/file-screen.tsx";

export function InvoicePdfPage() {
  const { invoiceId = "" } = useParams();
  const answer = useCall(getManagedInvoice, { params: { id: invoiceId } }, ONCE);
  return (
    <FileScreen
      answer={answer}
      uri={answer.data?.uri}
      of={`invoice ${invoiceId}`}
      message="The invoice may have been deleted, or the link isn't complete."
      none={{ title: "There is no PDF yet", message: "The PDF is made once the invoice is issued." }}
      link={
        answer.data
          ? { to: invoicePath(invoiceId), label: "Back to the invoice" }
          : { to: PATHS.invoices, label: "All invoices" }
      }
    />
  );
}
