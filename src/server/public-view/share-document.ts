import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/documents.ts";
import type { Sharing } from "#domain/documents/managed-document.ts";
import type { Id } from "#domain/id.ts";
import { type ChangeDeps, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { partsOf } from "../db/many-rows.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { documentSharings } from "../schema/public-view.ts";
import { findSharing, presentSharing } from "./queries.ts";

type Body = z.output<(typeof calls.shareDocument)["body"]>;

/** Starts or ends the sharing of a document of any organization. Repeating a change has no effect. */
export async function shareDocument(
  deps: ChangeDeps,
  editor: Editor,
  uniqueDocumentId: Id,
  { isShared, expiresAt: until }: Body,
): Promise<Sharing> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const expiresAt = isShared && until ? new Date(until) : null;
    if (expiresAt && expiresAt <= at) {
      throw new AppError("invalid", "The moment from which it is closed must be in the future.", {
        field: "expiresAt",
      });
    }
    const organizationId = await lockOwner(tx, uniqueDocumentId);
    const before = await findSharing(tx, uniqueDocumentId);
    const isSame = isShared
      ? before !== null && before.expiresAt?.getTime() === expiresAt?.getTime()
      : before === null;
    if (isSame) return presentSharing(uniqueDocumentId, before);

    const after = { expiresAt, sharedAt: at, sharedByUserProfileId: editor.userProfileId };
    if (isShared) {
      await tx
        .insert(documentSharings)
        .values({ uniqueDocumentId, ...after })
        .onConflictDoUpdate({ target: documentSharings.uniqueDocumentId, set: after });
    } else {
      await tx.delete(documentSharings).where(eq(documentSharings.uniqueDocumentId, uniqueDocumentId));
    }
    await record({
      action: isShared ? "document.share" : "document.unshare",
      organizationId,
      subjectId: uniqueDocumentId,
      details: isShared ? { expiresAt: expiresAt?.toISOString() ?? null } : {},
    });
    return presentSharing(uniqueDocumentId, isShared ? after : null);
  });
}

/** Locks the document and returns its owner, so that concurrent changes of its sharing take turns. */
async function lockOwner(tx: Tx, uniqueDocumentId: Id): Promise<Id> {
  const [document] = await tx
    .select({ organizationId: uniqueDocuments.organizationId })
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .for("update");
  if (!document) throw new AppError("not-found", "There is no such document.");
  return document.organizationId;
}

export type SharingDraft = { uniqueDocumentId: Id; expiresAt: Date | null; sharedAt: Date };

/** Shares documents that were just created. */
export async function createSharings(tx: Tx, drafts: readonly SharingDraft[]): Promise<void> {
  for (const part of partsOf(drafts)) {
    await tx
      .insert(documentSharings)
      .values(part.map((draft) => ({ ...draft, sharedByUserProfileId: null })));
  }
}
