import { useEffect, useState } from "react";
import { holdDraft } from "#contract/admin/drafts.ts";
import { LEASE_RENEWED_MS } from "#domain/drafts/lease.ts";
import { call } from "#web/lib/call.ts";

/** Tells colleagues that this person edits the draft. Returns the name of one who does already; null: nobody else. */
export function useLease(documentId: string, personId: string): string | null {
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    const hold = async () => {
      try {
        const { holder } = await call(holdDraft, { params: { id: documentId }, body: {} });
        setOther(holder.userProfileId === personId ? null : holder.name);
      } catch {
        // A courtesy: the revision keeps two people's work apart.
      }
    };
    void hold();
    const timer = setInterval(() => void hold(), LEASE_RENEWED_MS);
    return () => clearInterval(timer);
  }, [documentId, personId]);
  return other;
}
