import { v7 } from "uuid";
import type { AdminDocument } from "#domain/documents/admin-document.ts";
import type { NewDocument } from "#domain/documents/document-details.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { takeNumber } from "../settings/take-number.ts";
import { addDraft } from "./add-draft.ts";
import { checkDocumentDetails } from "./check-document-details.ts";
import { getAdminDocument } from "./get-admin-document.ts";
import { tellOfDocument } from "./tell-of-document.ts";

/** Adds a document with an empty page: a draft that its client does not see until it is sent. */
export async function addDocument(deps: Deps, editor: Editor, given: NewDocument): Promise<AdminDocument> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const { invoice, organizationId, name } = given;
    await checkDocumentDetails(tx, given, null);
    const uniqueDocumentId = v7();
    const externalId = await takeNumber(tx, deps, "document");
    await addDraft(tx, deps, {
      ...given,
      uniqueDocumentId,
      externalId,
      invoice: invoice === NO_INVOICE ? null : invoice,
      puckState: { content: [], root: { props: { title: name } } },
      at,
    });
    await record({
      action: "document.add",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { name, externalId },
    });
    await tellOfDocument(tx, deps, { uniqueDocumentId, organizationId, shownAt: null });
    return getAdminDocument(deps, uniqueDocumentId, tx);
  });
}
