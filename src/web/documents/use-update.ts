import { useEffect, useEffectEvent, useRef, useState } from "react";
import { getDocument } from "#contract/documents.ts";
import { describeChanges } from "#domain/documents/describe-changes.ts";
import { newestApprovedSnapshot, type UniqueDocument } from "#domain/documents/unique-document.ts";
import { call } from "#web/lib/call.ts";
import { sameParts } from "#web/lib/same-parts.ts";
import { useLive } from "#web/lib/use-live.ts";

/** A newer version of the document on screen, and its changes. */
export type Update = { fresh: UniqueDocument; changes: string[] };

const POLL_INTERVAL_MS = 5000;

type Watch = {
  update: Update | null;
  /** Offers a version with other content and keeps the shown one; otherwise updates only status and PDF. */
  offer: (shown: UniqueDocument, fresh: UniqueDocument) => Promise<void>;
  dismiss: () => void;
};

/** Watches for changes by others and never replaces the text that is being read. */
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
    // Parts that are equal stay the same ones, so that React renders none of them again.
    const same = { ...fresh, puckState: sameParts(shown.puckState, fresh.puckState) };
    await store(changes.length > 0 ? shown : same);
  }

  async function checkForUpdate(): Promise<void> {
    const seen = latest.current;
    if (seen.isSaving) return;
    const fresh = await call(getDocument, { params: { id: document.uniqueDocumentId } }).catch(() => null);
    // A failed fetch is repeated at the next event. The screen stays as it is.
    if (fresh === null) return;
    if (latest.current.document !== seen.document || latest.current.isSaving) return checkForUpdate();
    await offer(seen.document, fresh);
  }

  useLive(
    (event) => {
      const isAboutThis = event.kind === "document" && event.id === document.uniqueDocumentId;
      if (isAboutThis || event.kind === "work-order") void checkForUpdate();
    },
    () => void checkForUpdate(),
  );

  // A live event announces the PDF. Polling does so if the live stream is blocked.
  const isWaitingForPdf =
    document.status === "APPROVED" && newestApprovedSnapshot(document.documentSnapshots) === undefined;
  const poll = useEffectEvent(() => void checkForUpdate());
  useEffect(() => {
    if (!isWaitingForPdf) return;
    const timer = setInterval(() => poll(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaitingForPdf]);

  return { update, offer, dismiss: () => setUpdate(null) };
}
