import type { ComponentProps } from "react";
import { asksForLogin } from "#domain/invoices/invoice-details.ts";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";

type XeroLinkFieldProps = Omit<ComponentProps<typeof Field>, "label" | "hint"> & {
  /** What is typed. */
  link: string;
};

/** Warns of a link that asks clients for a login. */
export function XeroLinkField({ link, ...field }: XeroLinkFieldProps) {
  return (
    <div className="space-y-3">
      <Field
        label="Xero link"
        type="url"
        hint="Where the client pays, such as in.xero.com/…"
        autoComplete="off"
        {...field}
      />
      {asksForLogin(link) ? (
        <Notice tone="warning" title="Clients cannot open this link">
          It asks for a login to your company’s Xero. Open the invoice in Xero, share it online, and copy the
          link from there: it begins with https://in.xero.com.
        </Notice>
      ) : null}
    </div>
  );
}
