import { useState } from "react";
import { approveDocument, getDocument } from "#contract/documents.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { ApiError, isStatus } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";

export type Acceptance = {
  isSending: boolean;
  /** Why the acceptance failed. The dialog stays open and shows it. */
  failure: string | null;
  forget: () => void;
  accept: () => Promise<"accepted" | "changed" | "failed">;
};

type Outcome = {
  onAccepted: (document: UniqueDocument) => Promise<void>;
  /** Called if the document was changed or decided since the person read it. */
  onConflict: (fresh: UniqueDocument) => Promise<void>;
};

/** Accepts exactly the content on screen: the call sends its hash, and the server refuses any other. */
export function useAcceptance(document: UniqueDocument, { onAccepted, onConflict }: Outcome): Acceptance {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { uniqueDocumentId, contentHash } = document;

  async function send(): Promise<"accepted" | "changed"> {
    const params = { id: uniqueDocumentId };
    try {
      const body = { uniqueDocumentId, status: "APPROVED", contentHash } as const;
      await onAccepted(await call(approveDocument, { params, body }));
      return "accepted";
    } catch (error) {
      if (!isStatus(error, 409) || isNotShowable(error)) throw error;
      await onConflict(await call(getDocument, { params }));
      return "changed";
    }
  }

  return {
    isSending,
    failure,
    forget: () => setFailure(null),
    async accept() {
      setFailure(null);
      setIsSending(true);
      try {
        return await send();
      } catch (error) {
        setFailure(explain(error));
        return "failed";
      } finally {
        setIsSending(false);
      }
    },
  };
}

/** Refused because a block cannot be shown, not because the document changed: nothing is fetched again. */
function isNotShowable(error: unknown): boolean {
  return error instanceof ApiError && error.details.reason === "not-showable";
}

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) {
    return `Nothing has been accepted. ${error.message}`;
  }
  return "We could not confirm your acceptance. Please check your connection and press Accept again: it counts once, however often you press.";
}
