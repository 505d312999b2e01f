import { useState } from "react";
import { approveDocument, declineDocument, getDocument } from "#contract/documents.ts";
import type { ShownConsent } from "#domain/consent/consent.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { ApiError, isStatus, WARNED, warningOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";
import { IS_PREVIEW } from "./use-document.ts";

export type Decision<Input> = {
  isSending: boolean;
  /** Why the decision failed. Its dialog stays open and shows it. */
  failure: string | null;
  forget: () => void;
  /** "conflict" if the document was changed or decided since the person read it. */
  decide: (input: Input) => Promise<"decided" | "conflict" | "failed">;
};

type Handlers = {
  onDecided: (document: UniqueDocument) => Promise<void>;
  onConflict: (fresh: UniqueDocument) => Promise<void>;
};

type Sending<Input> = {
  /** `warning` is one that an earlier attempt has shown. */
  send: (input: Input, warning: string | undefined) => Promise<UniqueDocument>;
  isConflict: (error: unknown) => boolean;
  explain: (error: unknown) => string;
};

function useDecision<Input>(
  { uniqueDocumentId: id }: UniqueDocument,
  { onDecided, onConflict }: Handlers,
  { send, isConflict, explain }: Sending<Input>,
): Decision<Input> {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [warning, setWarning] = useState<string>();

  async function attempt(input: Input): Promise<"decided" | "conflict"> {
    try {
      await onDecided(await send(input, warning));
      return "decided";
    } catch (error) {
      if (!isStatus(error, 409) || !isConflict(error)) throw error;
      await onConflict(await call(getDocument, { params: { id } }));
      return "conflict";
    }
  }

  return {
    isSending,
    failure,
    forget: () => setFailure(null),
    async decide(input) {
      setFailure(null);
      setIsSending(true);
      try {
        return await attempt(input);
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

/** The words that the dialog shows: the specification's declaration, and the sentence of intent. */
export type ShownWords = { declaration: string; intent: string; onBehalfOf: string | undefined };

/** Accepts exactly the content and the words on screen: the server refuses any other. */
export function useAcceptance(
  document: UniqueDocument,
  { declaration, intent }: ShownWords,
  handlers: Handlers,
): Decision<ShownConsent> {
  const { uniqueDocumentId, contentHash } = document;
  return useDecision(document, handlers, {
    async send(consent, warning) {
      if (IS_PREVIEW) return { ...document, status: "APPROVED" };
      const shown = { consent, intent, warning };
      const body = { uniqueDocumentId, status: "APPROVED", contentHash, declaration, shown } as const;
      return call(approveDocument, { params: { id: uniqueDocumentId }, body });
    },
    isConflict: isAboutDocument,
    explain(error) {
      if (error instanceof ApiError && error.status < 500) {
        return warningOf(error) === undefined ? `Nothing has been accepted. ${error.message}` : error.message;
      }
      return "We couldn't confirm your acceptance. Please check your connection and press Accept again: it counts once, however often you press.";
    },
  });
}

/** Whether the document was changed or decided. For other refusals nothing is fetched again. */
function isAboutDocument(error: unknown): boolean {
  const reasons: unknown[] = ["not-showable", "amount-out-of-range", "declaration-changed", WARNED];
  return error instanceof ApiError && !reasons.includes(error.details.reason);
}

/** Declines a document, with a reason if one is given. */
export function useDecline(document: UniqueDocument, handlers: Handlers): Decision<string> {
  const { uniqueDocumentId } = document;
  return useDecision(document, handlers, {
    send(typed) {
      const reason = typed.trim();
      const body = { uniqueDocumentId, status: "DECLINED", ...(reason && { reason }) } as const;
      return call(declineDocument, { params: { id: uniqueDocumentId }, body });
    },
    isConflict: () => true,
    explain(error) {
      if (error instanceof ApiError && error.status < 500) {
        return `Nothing has been declined. ${error.message}`;
      }
      return "We couldn't confirm that it was declined. What you typed is still here: please check your connection and press Decline again.";
    },
  });
}
