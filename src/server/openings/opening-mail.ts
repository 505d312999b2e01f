import { unlinkedName } from "#domain/account/person-name-fault.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDateTime } from "#domain/format.ts";
import type { ComposedMail, MailBrand } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";

type Opened = {
  uniqueDocumentId: string;
  name: string;
  externalId: string;
  documentType: string;
  organizationName: string;
  openedAt: Date;
  /** Null: a visitor of the public view, who is not known. */
  reader: { name: string; email: string } | null;
};

/** The mail to the owner of a document that was opened for the first time since it was sent. */
export function composeOpening(brand: MailBrand, publicUrl: string, opened: Opened): ComposedMail {
  const { uniqueDocumentId, name, externalId, documentType, organizationName, openedAt, reader } = opened;
  const document = `${documentTypeLabel(documentType)} ${externalId} for ${organizationName}`;
  const when = formatDateTime(openedAt.toISOString(), brand.timeZone);
  const person = reader === null ? "a visitor" : unlinkedName(reader.name);
  const subject = `${name} was opened by ${person}`;
  const who = reader === null ? "A visitor of its shared view" : `${person} (${reader.email})`;
  return composeMail(brand, {
    subject,
    heading: subject,
    paragraphs: [
      `${who} opened the ${document} on ${when}. It's the first time anyone has opened it since it was sent.`,
      "You can choose which emails you get under “My account”.",
    ],
    button: {
      label: "Open the document",
      href: `${publicUrl}/admin/documents/${encodeURIComponent(uniqueDocumentId)}`,
    },
  });
}
