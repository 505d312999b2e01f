import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { NewDocument } from "#domain/documents/document-details.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { variablesOf } from "#domain/page/variables.ts";
import { variableLabel } from "#domain/templates/own-variable.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { getAdminDocument } from "../documents/admin-queries.ts";
import { checkDocumentDetails } from "../documents/check-document-details.ts";
import { updateStoredTotals } from "../documents/content.ts";
import { addDraft, newDocumentId } from "../documents/create-documents.ts";
import { indexPageText } from "../documents/index-page-text.ts";
import { publishDocumentChange } from "../documents/queries.ts";
import { allocateNumber } from "../settings/allocate-number.ts";
import { pageFrom } from "../templates/fill-page.ts";
import { shareLockTemplate } from "../templates/queries.ts";

type Added = AdminDocument & { unfilled?: string[] };

/**
 * Adds a draft with an empty page, or with a template's page in which the variables are filled. The template is locked,
 * so that it is not deleted before the commit.
 */
export async function addDocument(
  deps: Deps,
  editor: Editor,
  { texts, contactId, validUntil, ...details }: NewDocument,
): Promise<Added> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const { organizationId, name, documentType } = details;
    const template = await shareLockTemplate(tx, details.templateId);
    await checkDocumentDetails(tx, details, template && details.templateId);
    const uniqueDocumentId = newDocumentId();
    const externalId = await allocateNumber(tx, deps, "document");
    const document = { organizationId, name, externalId, documentType, createdAt: at };
    const values = { texts, contactId, validUntil };
    const page = template
      ? await pageFrom(tx, deps, template, { document, author: editor, at, ...values })
      : { content: [], root: { props: {} } };
    const invoice = details.invoice === NO_INVOICE ? null : details.invoice;
    await addDraft(tx, deps, { ...details, uniqueDocumentId, externalId, invoice, puckState: page, at });
    if (template) {
      await indexPageText(tx, [{ uniqueDocumentId, organizationId, page }]);
      await updateStoredTotals(tx, organizationId, [uniqueDocumentId]);
    }
    await record({
      action: "document.add",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { name, externalId, ...(template && { template: template.name }) },
    });
    await publishDocumentChange(tx, deps, { uniqueDocumentId, organizationId, shownAt: null });
    const added = await getAdminDocument(deps, uniqueDocumentId, tx);
    if (!template) return added;
    const unfilled = variablesOf(page).map((one) => variableLabel(one.name, template.variables));
    return { ...added, unfilled };
  });
}
