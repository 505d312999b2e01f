import { hasDomain } from "#domain/account/person-name.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { formatDateTime } from "#domain/format.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { CONFIRMATION_DAYS, issueConfirmation } from "./issue-confirmation.ts";
import { readVersion, type SignatureRow } from "./queries.ts";

/** Mails the signed copy to the signer, once per occasion. Does nothing before the copy exists. */
export async function mailSignedCopy(
  tx: Tx,
  deps: Pick<Deps, "env" | "queue" | "clock" | "secrets">,
  signature: SignatureRow,
  occasion: string,
): Promise<void> {
  if (signature.fileId === null || signature.contentHash === null) return;
  const { userFirstName, userLastName, userEmail, organizationName } = signature;
  const { name } = await readVersion(tx, signature.contentHash);
  const { brand, timeZone } = deps.env;
  const userName = displayName({ firstName: userFirstName, lastName: userLastName, email: userEmail });
  const when = formatDateTime(signature.signedAt.toISOString(), timeZone);
  const { signedGeneralDocumentId } = signature;
  const isUnconfirmed = signature.userProfileId === null && signature.emailConfirmedAt === null;
  // A stranger may mail any name to any address. One that would become a link stands only in the attached copy.
  const isTold = organizationName !== null && !(isUnconfirmed && hasDomain(organizationName));
  const behalf = isTold ? ` on behalf of ${organizationName}` : "";
  const token = isUnconfirmed ? await issueConfirmation(tx, deps, signedGeneralDocumentId) : null;
  const mail = composeMail(brand, {
    subject: `Your signed copy of ${name}`,
    // A person with an unconfirmed address may have typed any name, so the headline leaves the name out.
    heading: isUnconfirmed ? "Thanks for signing" : `Thanks for signing, ${userFirstName || userName}`,
    paragraphs: [
      `On ${when} “${name}” of ${brand.companyName} was signed by ${userName} (${userEmail})${behalf}.`,
      "The signed copy is attached as a PDF, with the text as it was signed.",
      `If this was not you, please tell ${brand.companyName}.`,
      ...(token
        ? [`Please confirm that this email address is yours. The link works for ${CONFIRMATION_DAYS} days.`]
        : []),
    ],
    ...(token && {
      button: { label: "Confirm my email address", href: confirmationAddress(deps.env.publicUrl, token) },
    }),
  });
  const event = `${occasion}:${signedGeneralDocumentId}`;
  const { fileId: attachmentFileId } = signature;
  await queueMail(tx, deps, { to: userEmail, ...mail, attachmentFileId, carriesCode: token !== null }, event);
}

/** Browsers send the part behind "#" to no server, and a program that only follows links confirms nothing. */
function confirmationAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/confirm-signature#${token}`;
}
