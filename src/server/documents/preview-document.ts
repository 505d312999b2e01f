import type { z } from "zod";
import type { getVersionChanges as changesCall } from "#contract/documents.ts";
import type { UniqueDocument } from "#domain/documents/unique-document.ts";
import type { Id } from "#domain/id.ts";
import type { Deps } from "../deps.ts";
import { getDocument, showDocument } from "./get-document.ts";
import { describeVersion, getVersionChanges, requireBefore } from "./get-version-changes.ts";
import { readUnsent } from "./read-unsent.ts";

/** What getDocument will answer once the draft is sent as it is now. A document that is no draft answers as it is. */
export async function previewDocument(
  deps: Deps,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<UniqueDocument> {
  const unsent = await readUnsent(deps.db, organizationId, uniqueDocumentId, deps.clock());
  if (!unsent) return getDocument(deps, organizationId, { uniqueDocumentId });
  return showDocument(deps, { ...unsent, decision: null, isBroughtIn: false });
}

/** What getVersionChanges will answer once the draft is sent as it is now. */
export async function previewVersionChanges(
  { db, clock }: Pick<Deps, "db" | "clock">,
  organizationId: Id,
  uniqueDocumentId: Id,
): Promise<z.input<typeof changesCall.reply>> {
  const unsent = await readUnsent(db, organizationId, uniqueDocumentId, clock());
  return unsent
    ? requireBefore(await describeVersion(db, unsent.document, unsent.content.page))
    : getVersionChanges(db, organizationId, uniqueDocumentId);
}
