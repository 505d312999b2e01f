import { and, eq, isNotNull } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import { documentTypeLabel } from "#domain/documents/unique-document.ts";
import { formatDate } from "#domain/format.ts";
import { formatAbn } from "#domain/format-party.ts";
import type { Id } from "#domain/id.ts";
import { withTitle } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { draftIssues } from "#domain/page/page-issues.ts";
import type { StandardVariable } from "#domain/page/standard-variables.ts";
import { fillVariables, type TextByVariable } from "#domain/page/variables.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import type { Editor } from "../access/gates.ts";
import { findProfile, isMemberOf } from "../account/queries.ts";
import { AppError, refuseIssues } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import type { DocumentRow } from "../documents/queries.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { invitations, isPending } from "../schema/invitations.ts";
import { readSettings } from "../settings/queries.ts";
import { fillFooters } from "./fill-footers.ts";
import type { TemplateRow } from "./queries.ts";
import { freshPage } from "./write-template.ts";

/** A page with its variables filled, sanitised. Throws AppError "invalid" if a text becomes too long to store. */
export function fillPage(page: PuckState, texts: TextByVariable): PuckState {
  const filled = fillVariables(page, texts);
  refuseIssues(draftIssues(filled, page));
  return mapRichText(filled, sanitiseHtml);
}

export type VariableFacts = {
  document: Pick<DocumentRow, "organizationId" | "name" | "externalId" | "documentType" | "createdAt">;
  /** Who makes or fills the document. */
  author: Editor;
  at: Date;
  /** One of the organization's people, or the invitation of one who has not joined yet. */
  contactId?: Id | undefined;
  /** A day: "2026-12-24". */
  validUntil?: string | undefined;
};

/** The texts of the standard variables for a document, without those of which no record says anything. */
export async function findVariableTexts(
  tx: Tx,
  deps: Pick<Deps, "env">,
  { document, author, at, contactId, validUntil }: VariableFacts,
): Promise<Map<string, string>> {
  const { companyName, productName, companySite, abn, address, timeZone } = await readSettings(tx, deps);
  const { organizationId } = document;
  const clientName = (await findOrganizationNames(tx, [organizationId])).get(organizationId);
  const contact = contactId === undefined ? null : await findContact(tx, contactId, organizationId);
  const writer = await findProfile(tx, author.userProfileId);
  const day = (instant: Date) => formatDate(instant.toISOString(), timeZone);
  const texts: Record<StandardVariable, string | null | undefined> = {
    "client.name": clientName,
    "contact.name": contact && displayName(contact),
    "contact.first-name": contact?.firstName,
    "contact.email": contact?.email,
    "document.name": document.name,
    "document.number": document.externalId,
    "document.type": documentTypeLabel(document.documentType),
    "document.date": day(document.createdAt),
    "document.valid-until": validUntil && formatDate(`${validUntil}T00:00:00Z`, "UTC"),
    "company.name": companyName,
    "company.abn": abn && formatAbn(abn),
    "company.address": address,
    "company.site": companySite,
    "company.portal": productName,
    "author.name": author.name,
    "author.first-name": writer?.firstName,
    "author.email": author.email,
    today: day(at),
  };
  return new Map(Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

async function findContact(tx: Tx, contactId: Id, organizationId: Id): Promise<Contact> {
  const isMember = await isMemberOf(tx, contactId, organizationId);
  const contact = isMember
    ? await findProfile(tx, contactId)
    : await findInvitedContact(tx, contactId, organizationId);
  if (contact) return contact;
  const message = "This person doesn't belong to the organization";
  throw new AppError("invalid", `${message}. Nothing was saved.`, {
    issues: [{ path: "contactId", message }],
  });
}

type Contact = { firstName: string; lastName: string; email: string };

async function findInvitedContact(tx: Tx, invitationId: Id, organizationId: Id): Promise<Contact | null> {
  const isOne = and(
    eq(invitations.invitationId, invitationId),
    eq(invitations.organizationId, organizationId),
    isNotNull(invitations.email),
    isPending(),
  );
  const { firstName, lastName, email } = invitations;
  const [row] = await tx.select({ firstName, lastName, email }).from(invitations).where(isOne);
  return row ? { ...row, email: row.email ?? "" } : null;
}

type TemplateFacts = VariableFacts & {
  texts?: Record<string, string> | undefined;
  /** Texts of standard variables of which no record says anything. */
  fallbacks?: Record<string, string> | undefined;
};

/** The page of a new document: the template's with ids of its own and with texts in place of its variables. */
export async function pageFrom(
  tx: Tx,
  deps: Pick<Deps, "env">,
  { page, variables }: Pick<TemplateRow, "page" | "variables">,
  { texts = {}, fallbacks = {}, ...facts }: TemplateFacts,
): Promise<PuckState> {
  const known = await findVariableTexts(tx, deps, facts);
  const usual = variables.map((one) => [one.name, one.default] as const);
  const { unread, ...fresh } = freshPage(page);
  // A text that someone has emptied leaves its variable on the page, where it is listed.
  const byName = new Map([...Object.entries(fallbacks), ...known, ...usual, ...Object.entries(texts)]);
  const filled = await fillFooters(tx, deps, fillPage(withTitle(fresh, ""), byName), facts.author);
  return unread === undefined ? filled : { ...filled, unread };
}
