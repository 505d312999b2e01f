import { hasDomain } from "#domain/account/person-name-fault.ts";
import { displayName } from "#domain/account/user-profile.ts";
import { OF_SIGNATURE } from "#domain/evidence/evidence-event.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findAnchor } from "../evidence/read-evidence.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { issueConfirmation } from "./confirm-signature.ts";
import { readVersion, type SignatureRow } from "./queries.ts";
import { composeSignedCopy } from "./signing-mails.ts";

/** Mails the signed copy to the signer, once per occasion. Does nothing before the copy exists. */
export async function mailSignedCopy(
  tx: Tx,
  deps: Pick<Deps, "env" | "settings" | "queue" | "clock" | "secrets">,
  signature: SignatureRow,
  occasion: string,
  { isRepeat = false } = {},
): Promise<void> {
  if (signature.fileId === null || signature.contentHash === null) return;
  const { userFirstName, userLastName, userEmail, organizationName } = signature;
  const { name } = await readVersion(tx, signature.contentHash);
  const userName = displayName({ firstName: userFirstName, lastName: userLastName, email: userEmail });
  const { signedGeneralDocumentId } = signature;
  const isUnconfirmed = signature.userProfileId === null && signature.emailConfirmedAt === null;
  // A stranger may mail any name to any address. One that would become a link stands only in the attached copy.
  const isNotified = organizationName !== null && !(isUnconfirmed && hasDomain(organizationName));
  const token = isUnconfirmed ? await issueConfirmation(tx, deps, signedGeneralDocumentId) : null;
  const mail = composeSignedCopy(deps.settings.now(), deps.env.publicUrl, {
    name,
    userName,
    userEmail,
    token,
    signedAt: signature.signedAt,
    organizationName: isNotified ? organizationName : null,
    isRepeat,
    greeting: isUnconfirmed ? null : userFirstName || userName,
    anchor: await findAnchor(tx, signedGeneralDocumentId, OF_SIGNATURE),
  });
  const event = `${occasion}:${signedGeneralDocumentId}`;
  const { fileId: attachmentFileId } = signature;
  const about = { subjectId: signedGeneralDocumentId, organizationId: signature.organizationId };
  await queueMail(
    tx,
    deps,
    { to: userEmail, about, ...mail, attachmentFileId, carriesCode: token !== null },
    event,
  );
}
