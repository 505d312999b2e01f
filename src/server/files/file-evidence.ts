import { type EvidenceKind, PORTAL_CHAIN } from "#domain/evidence/evidence-event.ts";
import type { Id } from "#domain/id.ts";
import type { Attested } from "../evidence/append-evidence.ts";
import type { files } from "../schema/files.ts";

type FileRow = Omit<typeof files.$inferSelect, "createdAt">;

/** What proves a file that is evidence itself, such as the PDF of an accepted document. `ofId` is its record. */
export function fileEvidence(kind: EvidenceKind, ofId: Id, file: FileRow): Attested {
  const { fileId, organizationId, sha256, byteLength, contentType } = file;
  return {
    chain: organizationId ?? PORTAL_CHAIN,
    kind,
    subjectId: fileId,
    facts: { fileId, organizationId, sha256, byteLength, contentType, ofId },
    secrets: {},
  };
}
