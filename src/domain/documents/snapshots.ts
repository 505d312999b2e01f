import type { DocumentSnapshot } from "./unique-document.ts";

/** The newest snapshot of the approved document. People download its PDF. */
export function newestApprovedSnapshot(snapshots: readonly DocumentSnapshot[]): DocumentSnapshot | undefined {
  return snapshots
    .filter((snapshot) => snapshot.status === "APPROVED")
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}
