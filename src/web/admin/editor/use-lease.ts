import { useEffect, useState } from "react";
import { LEASE_RENEWED_MS } from "#domain/drafts/lease.ts";
import type { Edited } from "./edited.ts";

/** Tells colleagues that this person edits the page. Returns the name of one who does already; null: nobody else. */
export function useLease(holdPage: Edited["hold"], personId: string): string | null {
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    if (!holdPage) return;
    const hold = async () => {
      try {
        const holder = await holdPage();
        setOther(holder.userProfileId === personId ? null : holder.name);
      } catch {
        // A courtesy: the revision keeps two people's work apart.
      }
    };
    void hold();
    const timer = setInterval(() => void hold(), LEASE_RENEWED_MS);
    return () => clearInterval(timer);
  }, [holdPage, personId]);
  return other;
}
