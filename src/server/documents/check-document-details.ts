import { type DocumentDetails, templatesFor } from "#domain/documents/document-details.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { AppError } from "../app-error.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";

type Checked = Partial<Pick<DocumentDetails, "invoice" | "templateId">> & { organizationId: Id };

/**
 * Refuses a template that the portal does not have, unless it is the document's present one, and names of records that
 * are not there or are another organization's.
 */
export async function checkDocumentDetails(
  tx: Tx,
  draft: Checked,
  presentTemplateId: string | null,
): Promise<void> {
  const problems: Problem[] = [];
  const { templateId } = draft;
  const isKnown = templatesFor(presentTemplateId).some((template) => template.templateId === templateId);
  if (templateId !== undefined && !isKnown) {
    problems.push({ at: 0, path: "templateId", message: "Please select a template" });
  }
  await checkReferences(
    tx,
    { fresh: [{ at: 0, id: "", draft }], problems },
    ({ organizationId, invoice }) => [
      { path: "organizationId", to: "organizations", name: organizationId },
      {
        path: "invoice",
        to: "invoices",
        name: invoice === NO_INVOICE ? null : invoice,
        within: organizationId,
      },
    ],
  );
  const [problem] = problems;
  if (!problem) return;
  throw new AppError("invalid", `${problem.message}. Nothing was saved.`, {
    issues: problems.map(({ path, message }) => ({ path, message })),
  });
}
