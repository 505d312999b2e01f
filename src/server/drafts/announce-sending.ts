import { and, eq, max, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Editor } from "../access/gates.ts";
import { userProfiles } from "../account/tables.ts";
import type { Reader, Tx } from "../db/database.ts";
import { isAnyOf } from "../db/is-any-of.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { documentVersions } from "../documents/tables.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { mails } from "../mail/tables.ts";
import { notify } from "../notifications/notify.ts";
import { organizationPermissions } from "../permissions/tables.ts";
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
  const event = sendingOf(uniqueDocumentId, version);
  const isAgain = recalledAt !== null;
  const said = isAgain ? `There is a new version of ${name}` : `${name} is here for you to read`;
  await notify(tx, deps, { organization: organizationId }, { message: said, link: `/doc/${slug}`, event });
  const sent = { ...document, senderName, message, isAgain };
  const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent);
  const about = { subjectId: uniqueDocumentId, organizationId };
  for (const to of await findMembers(tx, organizationId)) {
    await queueMail(tx, deps, { to, about, ...mail }, event);
  }
}

function sendingOf(uniqueDocumentId: Id, version: number): string {
  return `document.sent:${uniqueDocumentId}:${version}`;
}

/** The newest version that was sent, and the emails of the organization's people to whom it was mailed. */
export async function findMailed(
  reader: Reader,
  { uniqueDocumentId, organizationId }: Pick<DocumentRow, "uniqueDocumentId" | "organizationId">,
): Promise<{ version: number; recipients: string[] }> {
  const [newest] = await reader
    .select({ version: sql<number>`coalesce(${max(documentVersions.number)}, 0)` })
    .from(documentVersions)
    .where(eq(documentVersions.uniqueDocumentId, uniqueDocumentId));
  const version = newest?.version ?? 0;
  const members = await findMembers(reader, organizationId);
  const mailed = await reader
    .select({ recipient: mails.recipient })
    .from(mails)
    .where(and(isAnyOf(mails.recipient, members), eq(mails.event, sendingOf(uniqueDocumentId, version))));
  return { version, recipients: mailed.map(({ recipient }) => recipient) };
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
