import type { AdminDocument } from "#domain/documents/admin-document.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Tells that somebody changed what was sent or decided, past the portal. */
export function EvidenceNotice({
  document: { evidenceDifferences },
}: {
  document: Pick<AdminDocument, "evidenceDifferences">;
}) {
  if (evidenceDifferences.length === 0) return null;
  return (
    <Notice tone="error" title="This document differs from its evidence" className="mb-6">
      Somebody changed the database past the portal ({evidenceDifferences.join(", ")}). Nobody can open the
      document until the record is restored from a backup.
    </Notice>
  );
}
