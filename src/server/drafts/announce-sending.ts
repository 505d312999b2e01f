import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Editor } from "../access/gates.ts";
import type { Reader, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { userProfiles } from "../schema/account.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { composeSending } from "./sending-mail.ts";

/** Tells the organization's people of a document that was just sent: a notification and a mail for each. */
export async function announceSending(
  tx: Tx,
  deps: Deps,
  { name: senderName }: Editor,
  document: DocumentRow,
  { version, message }: { version: number; message: string | null },
): Promise<void> {
  const { uniqueDocumentId, organizationId, name, slug, recalledAt } = document;
  const event = `document.sent:${uniqueDocumentId}:${version}`;
  const isAgain = recalledAt !== null;
  const subject = isAgain ? `There is a new version of ${name}` : `${name} is here for you to read`;
  await notify(tx, deps, { organization: organizationId }, { message: subject, link: `/doc/${slug}`, event });
  const sent = { ...document, senderName, message, isAgain };
  const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent);
  const about = { subjectId: uniqueDocumentId, organizationId };
  for (const to of await findMembers(tx, organizationId)) {
    await queueMail(tx, deps, { to, about, ...mail }, event);
  }
}

/** The emails of an organization's people. */
export async function findMembers(reader: Reader, organizationId: Id): Promise<string[]> {
  const members = await reader
    .select({ email: userProfiles.email })
    .from(organizationPermissions)
    .innerJoin(userProfiles, eq(userProfiles.userProfileId, organizationPermissions.userId))
    .where(eq(organizationPermissions.organizationId, organizationId));
  return members.map(({ email }) => email);
}
