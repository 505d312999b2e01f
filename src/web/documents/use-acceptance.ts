import { useState } from "react";
import { approveDocument, getDocument } from "#contract/documents.ts";
import type { ShownConsent } from "#domain/consent/consent.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { ApiError, isStatus, WARNED, warningOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";

export type Acceptance = {
  isSending: boolean;
  /** Why the acceptance failed. The dialog stays open and shows it. */
  failure: string | null;
  forget: () => void;
  accept: (consent: ShownConsent) => Promise<"accepted" | "changed" | "failed">;
};

type Outcome = {
  onAccepted: (document: UniqueDocument) => Promise<void>;
  /** Called if the document was changed or decided since the person read it. */
  onConflict: (fresh: UniqueDocument) => Promise<void>;
};

/** The words that the dialog shows: the specification's declaration, and the sentence of intent. */
export type ShownWords = { declaration: string; intent: string; onBehalfOf: string | undefined };

/** Accepts exactly the content and the words on screen: the server refuses any other. */
export function useAcceptance(
  document: UniqueDocument,
  { declaration, intent }: ShownWords,
  { onAccepted, onConflict }: Outcome,
): Acceptance {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [warning, setWarning] = useState<string>();
  const { uniqueDocumentId, contentHash } = document;

  async function send(consent: ShownConsent): Promise<"accepted" | "changed"> {
    const params = { id: uniqueDocumentId };
    try {
      const shown = { consent, intent, warning };
      const body = { uniqueDocumentId, status: "APPROVED", contentHash, declaration, shown } as const;
      await onAccepted(await call(approveDocument, { params, body }));
      return "accepted";
    } catch (error) {
      if (!isStatus(error, 409) || !isAboutDocument(error)) throw error;
      await onConflict(await call(getDocument, { params }));
      return "changed";
    }
  }

  return {
    isSending,
    failure,
    forget: () => setFailure(null),
    async accept(consent) {
      setFailure(null);
      setIsSending(true);
      try {
        return await send(consent);
      } catch (error) {
        setWarning((before) => warningOf(error) ?? before);
        setFailure(explain(error));
        return "failed";
      } finally {
        setIsSending(false);
      }
    },
  };
}

/** Whether the document was changed or decided. For other refusals nothing is fetched again. */
function isAboutDocument(error: unknown): boolean {
  const reasons: unknown[] = ["not-showable", "amount-out-of-range", "declaration-changed", WARNED];
  return error instanceof ApiError && !reasons.includes(error.details.reason);
}

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) {
    return warningOf(error) === undefined ? `Nothing has been accepted. ${error.message}` : error.message;
  }
  return "We could not confirm your acceptance. Please check your connection and press Accept again: it counts once, however often you press.";
}
