import { useState } from "react";
import { declineDocument, getDocument } from "#contract/documents.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { ApiError, isStatus } from "#web/lib/api-error.ts";
import { call } from "#web/lib/call.ts";

export type Decline = {
  isSending: boolean;
  /** Why declining failed. The dialog stays open and shows it. */
  failure: string | null;
  forget: () => void;
  decline: (reason: string) => Promise<"declined" | "decided" | "failed">;
};

type Outcome = {
  onDeclined: (document: UniqueDocument) => Promise<void>;
  /** Called if another person has decided in the meantime. */
  onConflict: (fresh: UniqueDocument) => Promise<void>;
};

/** Declines a document, with a reason if one is given. */
export function useDecline(document: UniqueDocument, { onDeclined, onConflict }: Outcome): Decline {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { uniqueDocumentId } = document;

  async function send(reason: string): Promise<"declined" | "decided"> {
    const params = { id: uniqueDocumentId };
    const reasonText = reason.trim();
    const body = {
      uniqueDocumentId,
      status: "DECLINED",
      ...(reasonText === "" ? {} : { reason: reasonText }),
    } as const;
    try {
      await onDeclined(await call(declineDocument, { params, body }));
      return "declined";
    } catch (error) {
      if (!isStatus(error, 409)) throw error;
      await onConflict(await call(getDocument, { params }));
      return "decided";
    }
  }

  return {
    isSending,
    failure,
    forget: () => setFailure(null),
    async decline(reason) {
      setFailure(null);
      setIsSending(true);
      try {
        return await send(reason);
      } catch (error) {
        setFailure(explain(error));
        return "failed";
      } finally {
        setIsSending(false);
      }
    },
  };
}

function explain(error: unknown): string {
  if (error instanceof ApiError && error.status < 500) return `Nothing has been declined. ${error.message}`;
  return "We could not confirm that it was declined. What you typed is still here: please check your connection and press Decline again.";
}
