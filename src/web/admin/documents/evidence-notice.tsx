import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { Notice } from "#web/ui/notice.tsx";

/** What differs besides the facts, which have their own names. */
const WORDS: Readonly<Record<string, string>> = {
  missing: "it has no event",
  event: "the event itself was changed",
  key: "an unknown key signed the event",
};

/** Tells that somebody changed what was sent or decided, past the portal. */
export function EvidenceNotice({
  document: { evidenceDifferences },
}: {
  document: Pick<AdminDocument, "evidenceDifferences">;
}) {
  if (evidenceDifferences.length === 0) return null;
  const differences = [...new Set(evidenceDifferences)].map((name) => WORDS[name] ?? name);
  return (
    <Notice tone="error" title="This document differs from its evidence" className="mb-6">
      Somebody changed the database past the portal: {differences.join(", ")}. Nobody can open the document
      until the record is restored from a backup.
    </Notice>
  );
}
