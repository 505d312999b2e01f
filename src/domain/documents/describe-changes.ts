import { acceptableContent, canonicalJson } from "./content.ts";
import { describeTextChanges } from "./describe-text-changes.ts";
import { describeWorkChanges } from "./describe-work-changes.ts";
import type { UniqueDocument } from "./unique-document.ts";

/**
 * What is different in a document since somebody opened it, in sentences for a client.
 * Empty when nothing is that they could see, choose or accept.
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

/** By the content itself, not its hash: a choice that a browser has just put into a page has no hash there yet. */
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
