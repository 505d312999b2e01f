import { formatMailedCode, isLongCode } from "#domain/account/sign-in.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { CODE_LIFETIME_MINUTES } from "../identity/code-mail.ts";
import { composeMail } from "../mail/compose-mail.ts";

/** The mail with the code that a visitor types before they sign. */
export function composeSigningCode(
  brand: MailBrand,
  { documentName, code }: { documentName: string; code: string },
): ComposedMail {
  const page = `Type this code on the page of “${documentName}” of ${brand.companyName}`;
  return composeMail(brand, {
    subject: `Your code to sign ${documentName}`,
    heading: "Confirm your signature",
    paragraphs: isLongCode(code)
      ? [
          `${page}. It works once, for ${CODE_LIFETIME_MINUTES} minutes, in any browser, with or without the dashes.`,
          "It is longer than usual because many codes were requested for your email. If it was not you, you need not do " +
            "anything: without the code nothing is signed.",
        ]
      : [
          `${page} where you asked for it. It works once, for ${CODE_LIFETIME_MINUTES} minutes.`,
          "If you did not ask for it, you need not do anything: without the code nothing is signed.",
        ],
    code: formatMailedCode(code),
  });
}
