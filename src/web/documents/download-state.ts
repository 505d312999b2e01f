import { newestApprovedSnapshot } from "#domain/documents/snapshots.ts";
import type { ListedDocument } from "#domain/documents/unique-document.ts";

export type DownloadState = "ready" | "not-approved" | "no-pdf";

/** Whether a document's PDF can be had: only of an approved one, and only once it has been made. */
export function downloadState(document: Pick<ListedDocument, "status" | "documentSnapshots">): DownloadState {
  if (document.status !== "APPROVED") return "not-approved";
  return newestApprovedSnapshot(document.documentSnapshots) === undefined ? "no-pdf" : "ready";
}

export const DOWNLOAD_TITLES: Record<DownloadState, string> = {
  ready: "Download PDF",
  "not-approved": "Document not approved",
  "no-pdf": "No PDF available",
};
