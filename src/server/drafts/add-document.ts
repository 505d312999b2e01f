import type { z } from "zod";
import type { addDocumentFromStarter } from "#contract/admin/documents.ts";
import { BLANK_PAGE, type NewDocument } from "#domain/documents/document-details.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { lastDayAfter } from "#domain/documents/validity.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { variablesOf } from "#domain/page/variables.ts";
import { STARTER_VALID_DAYS, STARTERS } from "#domain/starters/starter.ts";
import { starterPage } from "#domain/starters/starter-page.ts";
import { variableLabel } from "#domain/templates/own-variable.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { getManagedDocument } from "../documents/admin-queries.ts";
import { checkDocumentDetails } from "../documents/check-document-details.ts";
import { updateStoredTotals } from "../documents/content.ts";
import { addDraft, newDocumentId } from "../documents/create-documents.ts";
import { indexPageText } from "../documents/index-page-text.ts";
import { publishDocumentChange, todayOf, updateDocument } from "../documents/queries.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { allocateNumber } from "../settings/allocate-number.ts";
import { pageFrom } from "../templates/fill-page.ts";
import { shareLockTemplate, type TemplateRow } from "../templates/queries.ts";

type Added = ManagedDocument & { unfilled?: string[] };

/** What the page of a new document begins with. */
type Source = Pick<TemplateRow, "page" | "variables"> & {
  /** What the audit row says of it. */
  from: Record<string, string>;
  fallbacks?: Record<string, string>;
};

type Given = { details: NewDetails; source: Source | null; values: Values };
type NewDetails = Omit<NewDocument, keyof Values>;
type Values = Pick<NewDocument, "texts" | "contactId" | "validUntil">;

/**
 * Adds a draft with an empty page, or with a template's page in which the variables are filled. The template is locked,
 * so that it is not deleted before the commit.
 */
export async function addDocument(
  deps: Deps,
  editor: Editor,
  { texts, contactId, validUntil: given, ...details }: NewDocument,
): Promise<Added> {
  return change(deps, editor, async (opened) => {
    const template = await shareLockTemplate(opened.tx, details.templateId);
    await checkDocumentDetails(opened.tx, details, template && details.templateId);
    const ofTemplate = lastDayAfter(todayOf(deps, opened.at), template?.validDays);
    const source = template && { ...template, from: { template: template.name } };
    return insertDocument(opened, deps, editor, {
      details,
      source,
      values: { texts, contactId, validUntil: given === undefined ? ofTemplate : given },
    });
  });
}

type FromStarter = z.output<(typeof addDocumentFromStarter)["body"]>;

/** Adds a draft with a page of the portal's library. Without a contact the client's name stands for one. */
export async function addFromStarter(
  deps: Deps,
  editor: Editor,
  { starter, organizationId, contactId }: FromStarter,
): Promise<Added> {
  return change(deps, editor, async (opened) => {
    const { tx, at } = opened;
    const { documentType, name } = STARTERS[starter];
    const details = { organizationId, documentType, invoice: NO_INVOICE, templateId: BLANK_PAGE } as const;
    await checkDocumentDetails(tx, details, null);
    const client = (await findOrganizationNames(tx, [organizationId])).get(organizationId) ?? "";
    return insertDocument(opened, deps, editor, {
      details: { ...details, name: `${name} for ${client}`.slice(0, 200) },
      source: {
        ...starterPage(starter),
        from: { starter },
        fallbacks: { "contact.name": client, "contact.first-name": client },
      },
      values: { contactId, validUntil: lastDayAfter(todayOf(deps, at), STARTER_VALID_DAYS) },
    });
  });
}

async function insertDocument(
  { tx, at, record }: Change,
  deps: Deps,
  editor: Editor,
  { details, source, values }: Given,
): Promise<Added> {
  const { organizationId, name, documentType } = details;
  const uniqueDocumentId = newDocumentId();
  const externalId = await allocateNumber(tx, deps, "document");
  const document = { organizationId, name, externalId, documentType, createdAt: at };
  const { validUntil = null } = values;
  const known = { ...values, validUntil: validUntil ?? undefined, fallbacks: source?.fallbacks };
  const facts = { document, author: editor, at, ...known };
  const page = source ? await pageFrom(tx, deps, source, facts) : { content: [], root: { props: {} } };
  const invoice = details.invoice === NO_INVOICE ? null : details.invoice;
  const ownerId = editor.userProfileId;
  const draft = { ...details, uniqueDocumentId, externalId, invoice, puckState: page, ownerId, at };
  await addDraft(tx, deps, draft);
  await updateDocument(tx, uniqueDocumentId, { validUntil });
  if (source) {
    await indexPageText(tx, [{ uniqueDocumentId, organizationId, page }]);
    await updateStoredTotals(tx, organizationId, [uniqueDocumentId]);
  }
  await record({
    action: "document.add",
    subjectId: uniqueDocumentId,
    organizationId,
    details: { name, externalId, ...source?.from },
  });
  await publishDocumentChange(tx, deps, { uniqueDocumentId, organizationId, shownAt: null });
  const added = await getManagedDocument(deps, uniqueDocumentId, tx);
  if (!source) return added;
  const unfilled = variablesOf(page).map((one) => variableLabel(one.name, source.variables));
  return { ...added, unfilled };
}
