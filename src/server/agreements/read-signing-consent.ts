import { type SignedFor, signingDeclaration } from "#domain/agreements/signing.ts";
import { type ConsentFacts, type ShownConsent, statementOfIntent } from "#domain/consent/consent.ts";
import { AppError } from "../app-error.ts";

/** What a client program says of the text and words that a signer was shown. */
export type ReportedSigning = {
  contentHash?: string | undefined;
  /** Undefined: the program reports no screen. */
  shown?:
    | { consent: ShownConsent; declaration: string; intent: string; warning?: string | undefined }
    | undefined;
};

/**
 * The words of a signature and how they came about. Throws AppError "conflict" if the signer was shown other words, and
 * "invalid" for a screen without the text that it showed.
 */
export function readSigningConsent(
  signedFor: SignedFor,
  companyName: string,
  { contentHash, shown }: ReportedSigning,
): Pick<ConsentFacts, "consent" | "intent"> & { declaration: string } {
  const { organizationName, isForSelf } = signedFor;
  const declaration = signingDeclaration(signedFor, companyName);
  if (!shown) return { declaration, consent: "sent-by-program", intent: null };
  if (contentHash === undefined)
    throw new AppError(
      "invalid",
      "Send the contentHash of the text that the screen showed. Nothing was signed.",
      {
        issues: [{ path: "/contentHash", message: "Needed with what the screen showed" }],
      },
    );
  const { consent, intent } = shown;
  if (
    shown.declaration === declaration &&
    intent === statementOfIntent(isForSelf ? null : (organizationName ?? undefined))
  )
    return { declaration, consent, intent };
  const message =
    "The words that you were asked to confirm have changed, so the document was not signed. Please reload the page.";
  throw new AppError("conflict", message, { reason: "declaration-changed" });
}
