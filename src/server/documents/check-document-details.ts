import { BLANK_PAGE, type DocumentDetails } from "#domain/documents/document-details.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { refuseIssues } from "../app-error.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";

type Checked = Partial<Pick<DocumentDetails, "invoice" | "templateId">> & { organizationId: Id };

/** Refuses a template other than its own or a blank page, and records that are missing or another organization's. */
export async function checkDocumentDetails(
  tx: Tx,
  draft: Checked,
  itsTemplateId: string | null,
): Promise<void> {
  const problems: Problem[] = [];
  const { templateId } = draft;
  if (templateId !== undefined && templateId !== BLANK_PAGE && templateId !== itsTemplateId) {
    problems.push({ at: 0, path: "templateId", message: "Please select a template that is there" });
  }
  const fresh = [{ at: 0, id: "", draft }];
  await checkReferences(tx, { fresh, problems }, ({ organizationId: within, invoice }) => [
    { path: "organizationId", to: "organizations", name: within },
    { path: "invoice", to: "invoices", name: invoice === NO_INVOICE ? null : invoice, within },
  ]);
  refuseIssues(problems);
}
