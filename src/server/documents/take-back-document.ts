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

type SentDocument = z.output<(typeof calls.takeBackDocument)["body"]>;

/**
 * Takes a document that a client sends back. Status APPROVED accepts it like every acceptance. Any other changed
 * field is refused by its name.
 */
export async function takeBackDocument(
  deps: Deps,
  writer: Signatory,
  sent: SentDocument,
  { origin, proof }: { origin: Origin; proof: string | null },
): Promise<UniqueDocument> {
  const { uniqueDocumentId, status, contentHash } = sent;
  const organizationId = status === "APPROVED" ? writer.organizationId : null;
  const work = async (change: Change, steppedUp: SteppedUp | undefined) => {
    const told = await getDocument(deps, writer.organizationId, { uniqueDocumentId }, change.tx);
    if (status !== "APPROVED") {
      refuseChanges(told, sent);
      if (status !== undefined && status !== told.status) throw notTheirs("status");
      return told;
    }
    if (contentHash === undefined) throw new AppError("invalid", HASH_NEEDED, { issues: [HASH_ISSUE] });
    // A changed or decided document is not compared field by field: the acceptance gives the reason.
    if (told.status === "PENDING" && told.contentHash === contentHash) refuseChanges(told, sent);
    const approval = { id: uniqueDocumentId, uniqueDocumentId, contentHash, origin, steppedUp };
    return approveWithin(change, deps, writer, approval);
  };
  return withProof(deps, writer, { organizationId, proof }, (before) => change(deps, writer, work, before));
}

const HASH_NEEDED = "To accept a document, send the contentHash that came with it: it says what was read.";
const HASH_ISSUE = { path: "/contentHash", message: "Needed with status APPROVED" };

function refuseChanges(told: UniqueDocument, sent: SentDocument): void {
  const field = findChangedField(told, sent);
  if (field) throw notTheirs(field);
}

function notTheirs(field: keyof UniqueDocument): AppError {
  const message = `The ${field} of a document is not a client's to change. Nothing was changed.`;
  return new AppError("forbidden", message, { reason: "server-owned", field });
}
