import { useEffect } from "react";
import { getAdminInvoice } from "#contract/admin/invoices.ts";
import { useParams } from "#web/lib/routing/use-routing.ts";
import { useCall } from "#web/lib/use-call.ts";
import { usePageTitle } from "#web/lib/use-page-title.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageLoader } from "#web/ui/page-loader.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { FailedRecord } from "../ui/failed-record.tsx";

/** /admin/invoices/:invoiceId/pdf, an address that stays and gives way to a link that works for a minute. */
export function InvoicePdfPage() {
  const { invoiceId = "" } = useParams();
  const { data, error, mutate } = useCall(
    getAdminInvoice,
    { params: { id: invoiceId } },
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  usePageTitle("PDF");
  const uri = data?.uri;
  useEffect(() => {
    if (uri) window.location.replace(uri);
  }, [uri]);
  if (error && !data) {
    return (
      <FailedRecord
        error={error}
        lookedFor={`PDF of invoice ${invoiceId}`}
        title="The PDF could not be opened"
        message="The invoice may have been deleted, or the link is not complete."
        onRetry={() => void mutate()}
        link={{ to: PATHS.invoices, label: "All invoices" }}
      />
    );
  }
  if (uri !== null) return <PageLoader />;
  return (
    <PageBody>
      <Notice tone="info" title="There is no PDF yet">
        The PDF is made once the invoice is issued.{" "}
        <TextLink to={invoicePath(invoiceId)}>Back to the invoice</TextLink>
      </Notice>
    </PageBody>
  );
}
