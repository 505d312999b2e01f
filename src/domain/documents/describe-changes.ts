import { acceptableContent, canonicalJson } from "./content.ts";
import { describeTextChanges } from "./describe-text-changes.ts";
import { describeWorkChanges } from "./describe-work-changes.ts";
import type { UniqueDocument } from "./unique-document.ts";

/**
 * The changes in a document since somebody opened it, as sentences for a client. Empty if nothing changed that
 * clients see, choose or accept.
 */
export function describeChanges(before: UniqueDocument, after: UniqueDocument): string[] {
  const status = describeStatus(before, after);
  if (isSameContent(before, after)) return status;
  const renamed = before.name === after.name ? [] : [`The document is now called “${after.name}”.`];
  const content = [
    ...renamed,
    ...describeTextChanges(before.puckState, after.puckState),
    ...describeWorkChanges(before.puckState, after.puckState),
  ];
  return [...status, ...(content.length > 0 ? content : ["Details of the document changed."])];
}

/** Compares the content and not its hash: when a browser puts a choice into a page, the hash is still the old one. */
function isSameContent(before: UniqueDocument, after: UniqueDocument): boolean {
  return canonicalJson(acceptableContent(before)) === canonicalJson(acceptableContent(after));
}

function describeStatus(before: UniqueDocument, after: UniqueDocument): string[] {
  if (before.status === after.status) return [];
  const by = after.approvedBy ? ` by ${after.approvedBy.userName} (${after.approvedBy.userEmail})` : "";
  const sentences = {
    DRAFT: "The document is being worked on again.",
    PENDING: "The document is open for a decision again.",
    APPROVED: `The document was approved${by}.`,
    DECLINED: `The document was declined${by}.`,
  } satisfies Record<UniqueDocument["status"], string>;
  return [sentences[after.status]];
}
