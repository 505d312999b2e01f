import { formatMailedCode } from "#domain/account/sign-in.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** The mail with the code that joins by a document's link in another browser than the one that opened it first. */
export function composeJoiningCode(brand: MailBrand, code: string): ComposedMail {
  return composeMail(brand, {
    subject: `Your code to join ${brand.productName}`,
    heading: "Confirm it's you",
    paragraphs: [
      `Enter this code on the page that asked for it. It works once and expires in ${CODE_LIFETIME_MINUTES} minutes.`,
      "We ask because the link to your document could have been forwarded.",
      "Didn't ask for this? Ignore this email and no one can join.",
    ],
    code: formatMailedCode(code),
  });
}
