import { asc, desc, eq } from "drizzle-orm";
import type { DeliveredMail, Delivery } from "#domain/documents/delivery.ts";
import type { RecipientChoices } from "#domain/documents/recipients.ts";
import { statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { NO_DOCUMENT, todayOf } from "../documents/queries.ts";
import { sendingEvent } from "../drafts/announce-sending.ts";
import { findMailed, getRecipients, isAccountOf } from "../drafts/find-recipients.ts";
import { documentVersions } from "../schema/document-versions.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { mails } from "../schema/mail.ts";

type Reading = Pick<Deps, "settings" | "clock"> & { db: DbOrTx };

/** Whom the newest version of a document was mailed to, and what became of each mail. */
export async function getDelivery(deps: Reading, uniqueDocumentId: Id): Promise<Delivery> {
  const { db } = deps;
  const [document] = await db
    .select()
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId));
  if (!document) throw NO_DOCUMENT;
  const version = await findNewestNumber(db, uniqueDocumentId);
  if (version === null) return { version, isOpen: false, recipients: [] };
  const choices = await getRecipients(deps, uniqueDocumentId);
  const mailed = await findMails(db, sendingEvent(uniqueDocumentId, version));
  const recipients = await findMailed(db, uniqueDocumentId, version);
  const isNamed = new Set(recipients.map(({ email }) => email.toLowerCase()));
  // Someone who joined later, or was mailed by an earlier version of the portal, has only the mail.
  const others = mailed
    .filter(({ recipient }) => !isNamed.has(recipient.toLowerCase()))
    .map(({ recipient }) => ({ kind: "TO" as const, email: recipient, name: "", userProfileId: null }));
  return {
    version,
    isOpen: statusOn(document, todayOf(deps, deps.clock())).status === "PENDING",
    recipients: [...recipients, ...others].map((one) => {
      const mail = mailed.find(({ recipient }) => recipient.toLowerCase() === one.email.toLowerCase());
      const now = findPerson(choices, one);
      const name = one.name || now.name || one.email;
      return { ...outcomeOf(mail), name, email: one.email, kind: one.kind, ...now.person };
    }),
  };
}

async function findNewestNumber(reader: DbOrTx, id: Id): Promise<number | null> {
  const [newest] = await reader
    .select({ number: documentVersions.number })
    .from(documentVersions)
    .where(eq(documentVersions.uniqueDocumentId, id))
    .orderBy(desc(documentVersions.number))
    .limit(1);
  return newest?.number ?? null;
}

type Mail = Pick<
  typeof mails.$inferSelect,
  "mailId" | "recipient" | "createdAt" | "sentAt" | "givenUpAt" | "failure" | "bouncedAt"
>;

function findMails(reader: DbOrTx, event: string): Promise<Mail[]> {
  const { mailId, recipient, createdAt, sentAt, givenUpAt, failure, bouncedAt } = mails;
  return reader
    .select({ mailId, recipient, createdAt, sentAt, givenUpAt, failure, bouncedAt })
    .from(mails)
    .where(eq(mails.event, event))
    .orderBy(asc(mailId));
}

function outcomeOf(mail: Mail | undefined): Pick<DeliveredMail, "mailId" | "state" | "at" | "failure"> {
  if (!mail) return { mailId: null, state: "CLEARED", at: null, failure: null };
  const { mailId, createdAt, sentAt, givenUpAt, failure, bouncedAt } = mail;
  if (bouncedAt) return { mailId, state: "BOUNCED", at: bouncedAt.toISOString(), failure };
  if (sentAt) return { mailId, state: "SENT", at: sentAt.toISOString(), failure: null };
  if (givenUpAt) return { mailId, state: "REFUSED", at: givenUpAt.toISOString(), failure };
  return { mailId, state: "QUEUED", at: createdAt.toISOString(), failure };
}

type Present = Pick<DeliveredMail, "access" | "userProfileId" | "currentEmail">;

/** What a recipient is now: by their account, or else by the email. */
function findPerson(
  { members, invited, colleagues }: RecipientChoices,
  mailed: { email: string; userProfileId: Id | null },
): { name: string; person: Present } {
  const isIt = (one: { email: string; userProfileId: Id }) => isAccountOf(one)(mailed);
  const member = members.find(isIt);
  const account = member ?? colleagues.find(isIt);
  if (account) {
    const access = member ? "MEMBER" : "COLLEAGUE";
    const person = { access, userProfileId: account.userProfileId, currentEmail: account.email } as const;
    return { name: account.name, person };
  }
  const waiting = invited.find((one) => one.email.toLowerCase() === mailed.email.toLowerCase());
  const access = waiting ? "INVITED" : null;
  return { name: waiting?.name ?? "", person: { access, userProfileId: null, currentEmail: mailed.email } };
}
