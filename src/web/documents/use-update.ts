import { useEffect, useEffectEvent, useRef, useState } from "react";
import { getDocument } from "#contract/documents.ts";
import { describeChanges } from "#domain/documents/describe-changes.ts";
import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { call } from "#web/lib/call.ts";
import { useLive } from "#web/lib/use-live.ts";

/** A newer version of the document that is on screen, and what is different in it. */
export type Update = { fresh: UniqueDocument; changes: string[] };

const POLL_EVERY_MS = 5000;

type Watch = {
  update: Update | null;
  /** Offers a version whose content differs and keeps what is shown; otherwise brings status and PDF up to date. */
  offer: (shown: UniqueDocument, fresh: UniqueDocument) => Promise<void>;
  dismiss: () => void;
};

/** Follows what happens to the document elsewhere, without ever changing the text under somebody's eyes. */
export function useUpdate(
  document: UniqueDocument,
  store: (document: UniqueDocument) => Promise<void>,
  isSaving: boolean,
): Watch {
  const [update, setUpdate] = useState<Update | null>(null);
  const latest = useRef({ document, isSaving });
  useEffect(() => {
    latest.current = { document, isSaving };
  }, [document, isSaving]);

  async function offer(shown: UniqueDocument, fresh: UniqueDocument) {
    const changes = fresh.status === "PENDING" ? describeChanges(shown, fresh) : [];
    setUpdate(changes.length > 0 ? { fresh, changes } : null);
    await store(changes.length > 0 ? shown : fresh);
  }

  async function lookAgain(): Promise<void> {
    const seen = latest.current;
    if (seen.isSaving) return;
    const fresh = await call(getDocument, { params: { id: document.uniqueDocumentId } }).catch(() => null);
    // What cannot be read now is read at the next event; the screen stays as it is.
    if (fresh === null) return;
    if (latest.current.document !== seen.document || latest.current.isSaving) return lookAgain();
    await offer(seen.document, fresh);
  }

  useLive(
    (event) => {
      const isAboutThis = event.kind === "document" && event.id === document.uniqueDocumentId;
      if (isAboutThis || event.kind === "work-order") void lookAgain();
    },
    () => void lookAgain(),
  );

  // The live stream tells when the PDF is there; where the stream cannot get through, asking does.
  const isWaitingForPdf =
    document.status === "APPROVED" && newestApprovedSnapshot(document.documentSnapshots) === undefined;
  const poll = useEffectEvent(() => void lookAgain());
  useEffect(() => {
    if (!isWaitingForPdf) return;
    const timer = setInterval(() => poll(), POLL_EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaitingForPdf]);

  return { update, offer, dismiss: () => setUpdate(null) };
}
