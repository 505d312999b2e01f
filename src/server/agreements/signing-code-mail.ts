import { type ComposedMail, composeMail, type MailBrand } from "../mail/compose-mail.ts";

export const CODE_MINUTES = 10;

/** The mail with the code that a visitor types before they sign. */
export function composeSigningCode(
  brand: MailBrand,
  { documentName, code }: { documentName: string; code: string },
): ComposedMail {
  return composeMail(brand, {
    subject: `Your code to sign ${documentName}`,
    heading: "Confirm your signature",
    paragraphs: [
      `Type this code on the page of “${documentName}” of ${brand.companyName} where you asked for it. It works once, for ${CODE_MINUTES} minutes.`,
      "If you did not ask for it, you need not do anything: without the code nothing is signed.",
    ],
    code,
  });
}
