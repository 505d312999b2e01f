import { formatMailedCode } from "#domain/account/sign-in.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** The mail with the code that joins by a document's link in another browser than the one that opened it first. */
export function composeJoiningCode(brand: MailBrand, code: string): ComposedMail {
  return composeMail(brand, {
    subject: `Your code to join ${brand.productName}`,
    heading: "Confirm that it is you",
    paragraphs: [
      `Type this code on the page that requested it. It works once, for ${CODE_LIFETIME_MINUTES} minutes.`,
      "We request it because the link of your document could have been forwarded.",
      "If you didn't request it, you need not do anything: without the code no one joins.",
    ],
    code: formatMailedCode(code),
  });
}
