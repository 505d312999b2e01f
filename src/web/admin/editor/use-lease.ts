import { useEffect, useState } from "react";
import { LEASE_RENEWED_MS } from "#domain/drafts/lease.ts";
import type { Edited } from "./edited.ts";

/** Tells colleagues that this person edits the page. Returns the name of one who does already; null: nobody else. */
export function useLease(holdPage: Edited["hold"], personId: string): string | null {
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    if (!holdPage) return;
    // At the end of a sign-in calls wait, and one is enough.
    let isAsking = false;
    const hold = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        const holder = await holdPage();
        setOther(holder.userProfileId === personId ? null : holder.name);
      } catch {
        // A courtesy: the revision keeps two people's work apart.
      } finally {
        isAsking = false;
      }
    };
    void hold();
    const timer = setInterval(() => void hold(), LEASE_RENEWED_MS);
    return () => clearInterval(timer);
  }, [holdPage, personId]);
  return other;
}
