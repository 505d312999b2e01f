import { isNotNull } from "drizzle-orm";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDateTime } from "#domain/format.ts";
import { userProfiles } from "../account/tables.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { composeMail } from "../mail/compose-mail.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import type { DocumentRow } from "./queries.ts";

type DeclinedBy = {
  userName: string;
  userEmail: string;
  organizationName: string;
  at: Date;
  reason: string | null;
};

/** Announces a decline: a mail to the company's own people with the reason, a notification for each member. */
export async function announceDecline(
  tx: Tx,
  deps: Deps,
  document: Pick<
    DocumentRow,
    "uniqueDocumentId" | "organizationId" | "name" | "slug" | "externalId" | "documentType"
  >,
  by: DeclinedBy,
): Promise<void> {
  const event = `document.declined:${document.uniqueDocumentId}`;
  const { name, externalId, documentType, organizationId, slug } = document;
  const message = `${name} was declined by ${by.userName}`;
  await notify(tx, deps, { organization: organizationId }, { message, link: `/doc/${slug}`, event });

  const { brand, timeZone } = deps.env;
  const when = formatDateTime(by.at.toISOString(), timeZone);
  const mail = composeMail(brand, {
    subject: message,
    heading: message,
    paragraphs: [
      `${by.userName} (${by.userEmail}) declined the ${documentTypeLabel(documentType)} ${externalId} for ${by.organizationName} on ${when}.`,
      ...(by.reason === null ? ["No reason was given."] : ["The reason they gave:", ...linesOf(by.reason)]),
    ],
  });
  const admins = await findAdmins(tx);
  if (admins.length === 0)
    deps.log.warn({ event }, "Nobody of the company is there to be mailed of a decline");
  for (const to of admins) await queueMail(tx, deps, { to, ...mail }, event);
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

async function findAdmins(tx: Tx): Promise<string[]> {
  const admins = await tx
    .select({ email: userProfiles.email })
    .from(userProfiles)
    .where(isNotNull(userProfiles.adminRole));
  return admins.map(({ email }) => email);
}
