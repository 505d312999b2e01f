import type { Path } from "react-hook-form";
import { asksForLogin } from "#domain/invoices/invoice-details.ts";
import { Notice } from "#web/ui/notice.tsx";
import { type FieldProps, TextField } from "#web/ui/text-field.tsx";

type XeroLinkFieldProps<Typed extends { xeroLink: string }> = Pick<FieldProps<Typed, Path<Typed>>, "form"> & {
  link: string;
};

/** Warns about a link that requires a login of clients. */
export function XeroLinkField<Typed extends { xeroLink: string }>({ link, form }: XeroLinkFieldProps<Typed>) {
  return (
    <div className="space-y-3">
      <TextField
        label="Xero link"
        type="url"
        hint="Where the client pays, such as in.xero.com/…"
        form={form}
        name={"xeroLink" as Path<Typed>}
      />
      {asksForLogin(link) ? (
        <Notice tone="warning" title="Clients can't open this link">
          It asks people to sign in to your company’s Xero. Open the invoice in Xero, share it online, and
          copy the link from there: it begins with https://in.xero.com.
        </Notice>
      ) : null}
    </div>
  );
}
