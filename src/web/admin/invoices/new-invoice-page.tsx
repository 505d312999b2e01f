import { addInvoice, listAllInvoices } from "#contract/admin/invoices.ts";
import type { NewInvoice } from "#domain/invoices/invoice-details.ts";
import { call } from "#web/lib/call.ts";
import { useNavigate } from "#web/lib/routing/use-routing.ts";
import { useCached } from "#web/lib/use-call.ts";
import { invoicePath, PATHS } from "#web/paths.ts";
import { Screen } from "#web/ui/page-body.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { showToast } from "#web/ui/toasts.tsx";
import { ForEditors } from "../ui/record-screen.tsx";
import { InvoiceForm } from "./invoice-form.tsx";

/** /admin/invoices/new */
export function NewInvoicePage() {
  const navigate = useNavigate();
  const cached = useCached();

  async function save(body: NewInvoice) {
    const { invoiceId, externalId, name } = await call(addInvoice, { body });
    showToast({ title: `${externalId} ${body.isIssued ? "issued" : "made"}`, text: name });
    void cached.refetch(listAllInvoices);
    await navigate(invoicePath(invoiceId), { replace: true });
  }

  return (
    <Screen
      title="New invoice"
      eyebrow={<TextLink to={PATHS.invoices}>Invoices</TextLink>}
      intro="For work that no accepted document covers. It gets the next number."
    >
      <ForEditors message="Editors and owners make invoices. You may read them.">
        <InvoiceForm onSave={save} />
      </ForEditors>
    </Screen>
  );
}
