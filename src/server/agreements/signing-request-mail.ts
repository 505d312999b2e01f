import { formatDateTime } from "#domain/format.ts";
import type { Id } from "#domain/id.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

type SigningRequest = {
  generalDocumentId: Id;
  version: number;
  name: string;
  /** Null: before versions were counted. */
  signedVersion: number | null;
  signedAt: Date;
};

/** The mail that asks an earlier signer to sign a new version. A visitor's name may be anybody's, so none is in it. */
export function composeSigningRequest(
  brand: MailBrand,
  publicUrl: string,
  requested: SigningRequest,
): ComposedMail {
  const { generalDocumentId, version, name, signedVersion, signedAt } = requested;
  const { companyName, timeZone } = brand;
  const when = formatDateTime(signedAt.toISOString(), timeZone);
  const earlier = signedVersion === null ? "an earlier version" : `version ${signedVersion}`;
  return composeMail(brand, {
    subject: `Please sign the new version of ${name}`,
    heading: "There is a new version to sign",
    paragraphs: [
      `On ${when} you signed ${earlier} of “${name}” of ${companyName}. Version ${version} is published now.`,
      "Please read the new text and sign it. What you signed before stays as it is.",
      `If you did not sign it, please tell ${companyName}.`,
    ],
    button: {
      label: "Read and sign",
      href: `${publicUrl}/general-document/${encodeURIComponent(generalDocumentId)}`,
    },
  });
}
