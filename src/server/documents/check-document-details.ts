import { BLANK_PAGE, type DocumentDetails } from "#domain/documents/document-details.ts";
import type { Id } from "#domain/id.ts";
import { NO_INVOICE } from "#domain/invoices/invoice.ts";
import { AppError } from "../app-error.ts";
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
