import type { Attested } from "../evidence/append-evidence.ts";
import type { VersionRow } from "./find-versions.ts";
import type { DocumentRow } from "./queries.ts";

/** What proves that a version was sent. Its content, who sent it and what they wrote with it are sealed. */
export function versionEvidence(
  { name, documentType }: Pick<DocumentRow, "name" | "documentType">,
  version: VersionRow,
): Attested {
  const { uniqueDocumentId, organizationId, number, sentAt, sentByUserProfileId, message, page, work } =
    version;
  return {
    chain: organizationId,
    kind: "document.send",
    subjectId: uniqueDocumentId,
    facts: { uniqueDocumentId, organizationId, number, name, documentType, sentAt: sentAt.toISOString() },
    secrets: { content: { page, work }, sender: { sentByUserProfileId, message } },
  };
}
