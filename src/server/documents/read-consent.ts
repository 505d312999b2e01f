import type { ConsentFacts, ShownConsent } from "#domain/consent/consent.ts";
import { statementOfIntent } from "#domain/consent/consent.ts";
import {
  approvalDeclaration,
  hasConfirmationCheckbox,
  isApprovalDeclaration,
} from "#domain/documents/approval.ts";
import { type DocumentType, documentTypeLabel } from "#domain/documents/unique-document.ts";
import { AppError, conflict } from "../app-error.ts";

/** What a client program says of the words that a person was shown. */
export type ReportedConsent = {
  /** The declaration as the person was shown it, if the caller tells. */
  declaration?: string | undefined;
  /** What the screen showed beside it; undefined: the program reports no screen. */
  shown?: { consent: ShownConsent; intent: string; warning?: string | undefined } | undefined;
};

/**
 * The words of an acceptance and how they came about. Throws AppError "conflict" if the person was shown other words,
 * and "invalid" if the report cannot be true of this type of document.
 */
export function readConsent(
  documentType: DocumentType,
  organizationName: string,
  { declaration, shown }: ReportedConsent,
): Pick<ConsentFacts, "consent" | "intent"> & { declaration: string } {
  if (declaration !== undefined && !isApprovalDeclaration(declaration, documentType, organizationName))
    throw wordsChanged();
  const words = declaration ?? approvalDeclaration(documentType, organizationName);
  if (!shown) return { declaration: words, consent: "sent-by-program", intent: null };
  if (declaration === undefined) throw impossible("/declaration", "Needed with what the screen showed");
  if (hasConfirmationCheckbox(documentType) === (shown.consent === "shown-without-box"))
    throw impossible("/shown/consent", `Not how a ${documentTypeLabel(documentType)} is accepted`);
  const intents = [organizationName, undefined].map(statementOfIntent);
  if (!intents.includes(shown.intent)) throw wordsChanged();
  return { declaration: words, consent: shown.consent, intent: shown.intent };
}

function wordsChanged(): AppError {
  const message =
    "The words that you were asked to confirm have changed, so the document wasn't accepted. Please reload the page.";
  return conflict("declaration-changed", message);
}

function impossible(path: string, message: string): AppError {
  const refusal = "What the screen showed doesn't fit this document, so the document wasn't accepted.";
  return new AppError("invalid", `${refusal} Please reload the page.`, { issues: [{ path, message }] });
}
