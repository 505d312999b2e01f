import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** The mail to the members of an organization that has become active. */
export function composeVerified(brand: MailBrand, publicUrl: string, organizationName: string): ComposedMail {
  return composeMail(brand, {
    subject: `${organizationName} is active at ${brand.companyName}`,
    heading: `${organizationName} is active now`,
    paragraphs: [
      `We have confirmed the details of ${organizationName}. You can now see its proposals, work orders, invoices and agreements in ${brand.productName}.`,
    ],
    button: { label: "Open the portal", href: `${publicUrl}/dashboard` },
  });
}
