import { and, eq, isNotNull } from "drizzle-orm";
import { v7 } from "uuid";
import { fullName } from "#domain/account/user-profile.ts";
import type { ChosenRecipients, NewRecipient } from "#domain/documents/recipients.ts";
import type { Id } from "#domain/id.ts";
import type { PriceSummary } from "#domain/pricing/price-summary.ts";
import type { Change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { insertMany } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { readingToken } from "../documents/reading-link.ts";
import { invitePerson, renewInvitation, requireInviting } from "../invitations/invite-person.ts";
import { invitationHash } from "../invitations/queries.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { notify } from "../notifications/notify.ts";
import { documentRecipients } from "../schema/document-recipients.ts";
import { organizations } from "../schema/organizations.ts";
import { findAtFirst, onceEach, type Recipient, requireRecipients } from "./find-recipients.ts";
import { composeSending, type Sent } from "./sending-mails.ts";

type Sending = {
  version: number;
  message: string | null;
  price: PriceSummary;
  /** Null: those who are chosen at first. */
  recipients: ChosenRecipients | null;
};

/**
 * Notifies the organization's members of a document that was just sent, and mails its recipients. New people are invited
 * first, which locks the evidence: call this last. Throws AppError "conflict" for recipients who cannot be chosen.
 */
export async function announceSending(
  opened: Change,
  deps: Deps,
  editor: Editor,
  document: DocumentRow,
  { version, message, price, recipients }: Sending,
): Promise<void> {
  const { tx, at } = opened;
  const { uniqueDocumentId, organizationId, name, slug, recalledAt } = document;
  const event = sendingEvent(uniqueDocumentId, version);
  const isAgain = recalledAt !== null;
  const subject = isAgain ? `There is a new version of ${name}` : `${name} is here for you to read`;
  await notify(tx, deps, { organization: organizationId }, { message: subject, link: `/doc/${slug}`, event });
  const known = recipients
    ? await requireRecipients(tx, organizationId, recipients, at)
    : await findAtFirst(tx, organizationId, at);
  refuseTwice([...known, ...(recipients?.newPeople ?? [])]);
  const invited = await inviteNew(opened, deps, editor, document, recipients?.newPeople ?? []);
  const [organization] = await tx
    .select({ organizationName: organizations.organizationName })
    .from(organizations)
    .where(eq(organizations.organizationId, organizationId));
  const sent = {
    ...document,
    organizationName: organization?.organizationName ?? "",
    senderName: editor.name,
    message,
    isAgain,
    price,
  };
  const rows: RecipientRow[] = [];
  for (const one of onceEach([...known, ...invited]))
    rows.push(await mailRecipient(opened, deps, { ...sent, version }, one));
  await insertMany(tx, documentRecipients, rows);
}

/** Two forms for one person could differ in name and right, so neither is taken silently. */
function refuseTwice(people: readonly { email: string }[]): void {
  const seen = new Set<string>();
  for (const { email } of people) {
    const key = email.toLowerCase();
    if (seen.has(key))
      throw conflict(
        "recipient-twice",
        `${email} is among the recipients twice. Nothing was sent. Please name each person once.`,
      );
    seen.add(key);
  }
}

type RecipientRow = typeof documentRecipients.$inferInsert;

/** Queues the mail of a sent version to a recipient, with a link for someone who has not joined. Returns their row. */
export async function mailRecipient(
  { tx, at }: Change,
  deps: Deps,
  { version, ...sent }: Sent & { organizationId: Id; version: number },
  one: Recipient,
): Promise<RecipientRow> {
  const { uniqueDocumentId, organizationId } = sent;
  const documentRecipientId = v7();
  const linkToken = one.invitationId === null ? null : readingToken(deps, documentRecipientId);
  const reading = linkToken ? { linkToken } : one.kind === "CC" ? "colleague" : "member";
  const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent, reading);
  const about = { subjectId: uniqueDocumentId, organizationId };
  const event = sendingEvent(uniqueDocumentId, version);
  await queueMail(tx, deps, { to: one.email, about, ...mail, carriesCode: linkToken !== null }, event);
  if (one.invitationId !== null) await renewInvitation(tx, one.invitationId, at);
  return {
    ...one,
    documentRecipientId,
    uniqueDocumentId,
    organizationId,
    versionNumber: version,
    tokenHash: linkToken && invitationHash(deps, linkToken),
    browserHash: one.invitationId && (await findFirstBrowser(tx, one.invitationId)),
    sentAt: at,
  };
}

/** The browser in which a link of this invitation was opened first. */
async function findFirstBrowser(tx: Tx, invitationId: Id): Promise<string | null> {
  const { browserHash } = documentRecipients;
  const [opened] = await tx
    .select({ browserHash })
    .from(documentRecipients)
    .where(and(eq(documentRecipients.invitationId, invitationId), isNotNull(browserHash)))
    .limit(1);
  return opened?.browserHash ?? null;
}

/** What mails a person of a version once. */
export function sendingEvent(uniqueDocumentId: string, version: number): string {
  return `document.sent:${uniqueDocumentId}:${version}`;
}

/** Invites people by this sending: its mail takes the place of an invitation's own. */
async function inviteNew(
  opened: Change,
  deps: Deps,
  editor: Editor,
  { organizationId }: DocumentRow,
  people: readonly NewRecipient[],
): Promise<Recipient[]> {
  if (people.length > 0) requireInviting(deps, editor);
  const invited: Recipient[] = [];
  for (const { permissionType, ...person } of people) {
    const right = { organizationId, permissionType };
    const { invitationId } = await invitePerson(opened, deps, {
      ...person,
      right,
      invitedBy: editor,
      isMailed: false,
    });
    invited.push({
      kind: "TO",
      email: person.email,
      name: fullName(person),
      userProfileId: null,
      invitationId,
    });
  }
  return invited;
}
