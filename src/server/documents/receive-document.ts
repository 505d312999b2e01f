import type { z } from "zod";
import type * as calls from "#contract/documents.ts";
import { findChangedField } from "#domain/documents/content.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import { type Change, change } from "../access/change.ts";
import type { Signatory } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../http/route.ts";
import { type SteppedUp, withProof } from "../identity/step-up.ts";
import { approveWithin } from "./approve-document.ts";
import { getDocument } from "./get-document.ts";

type SentDocument = z.output<(typeof calls.receiveDocument)["body"]>;

/**
 * Takes a document that a client sends back. Status APPROVED accepts it like every acceptance. Any other changed
 * field is refused by its name.
 */
export async function receiveDocument(
  deps: Deps,
  signatory: Signatory,
  sent: SentDocument,
  { origin, proof }: { origin: Origin; proof: string | null },
): Promise<UniqueDocument> {
  const { uniqueDocumentId, status, contentHash } = sent;
  const organizationId = status === "APPROVED" ? signatory.organizationId : null;
  const work = async (change: Change, steppedUp: SteppedUp | undefined) => {
    const current = await getDocument(deps, signatory.organizationId, { uniqueDocumentId }, change.tx);
    if (status !== "APPROVED") {
      refuseChanges(current, sent);
      if (status !== undefined && status !== current.status) throw notTheirs("status");
      return current;
    }
    if (contentHash === undefined) throw new AppError("invalid", HASH_NEEDED, { issues: [HASH_ISSUE] });
    // A changed or decided document is not compared field by field: the acceptance gives the reason.
    if (current.status === "PENDING" && current.contentHash === contentHash) refuseChanges(current, sent);
    const approval = { id: uniqueDocumentId, uniqueDocumentId, contentHash, origin, steppedUp };
    return approveWithin(change, deps, signatory, approval);
  };
  return withProof(deps, signatory, { organizationId, proof }, (before) =>
    change(deps, signatory, work, before),
  );
}

const HASH_NEEDED = "To accept a document, send the contentHash that came with it: it says what was read.";
const HASH_ISSUE = { path: "/contentHash", message: "Needed with status APPROVED" };

function refuseChanges(current: UniqueDocument, sent: SentDocument): void {
  const field = findChangedField(current, sent);
  if (field) throw notTheirs(field);
}

function notTheirs(field: keyof UniqueDocument): AppError {
  const message = `The ${field} of a document is not a client's to change. Nothing was changed.`;
  return new AppError("forbidden", message, { reason: "server-owned", field });
}
