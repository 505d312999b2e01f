import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/documents.ts";
import { mayActAs } from "#domain/account/admin-role.ts";
import type { Sharing } from "#domain/documents/sharing.ts";
import type { Id } from "#domain/id.ts";
import type { Editor } from "../access/gates.ts";
import { userProfiles } from "../account/tables.ts";
import { AppError } from "../app-error.ts";
import { recordAudit } from "../audit/record.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { presentSharing } from "./present.ts";
import { findSharing } from "./queries.ts";
import { documentSharings } from "./tables.ts";

type Wanted = z.output<(typeof calls.shareDocument)["body"]>;

/** Opens or closes the public view of a document, of any organization. The same once more changes nothing. */
export async function shareDocument(
  deps: Pick<Deps, "db" | "clock">,
  editor: Editor,
  uniqueDocumentId: Id,
  { isShared, expiresAt: until }: Wanted,
): Promise<Sharing> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock();
    const expiresAt = isShared && until ? new Date(until) : null;
    if (expiresAt && expiresAt <= now) {
      throw new AppError("invalid", "The moment from which it is closed must lie ahead.", {
        field: "expiresAt",
      });
    }
    await confirmEditor(tx, editor);
    const organizationId = await lockOwner(tx, uniqueDocumentId);
    const before = await findSharing(tx, uniqueDocumentId);
    const isSame = isShared
      ? before !== null && before.expiresAt?.getTime() === expiresAt?.getTime()
      : before === null;
    if (isSame) return presentSharing(uniqueDocumentId, before);

    const after = { expiresAt, sharedAt: now, sharedByUserProfileId: editor.userProfileId };
    if (isShared) {
      await tx
        .insert(documentSharings)
        .values({ uniqueDocumentId, ...after })
        .onConflictDoUpdate({ target: documentSharings.uniqueDocumentId, set: after });
    } else {
      await tx.delete(documentSharings).where(eq(documentSharings.uniqueDocumentId, uniqueDocumentId));
    }
    await recordAudit(tx, {
      at: now,
      action: isShared ? "document.share" : "document.unshare",
      userProfileId: editor.userProfileId,
      organizationId,
      subjectId: uniqueDocumentId,
      details: isShared ? { expiresAt: expiresAt?.toISOString() ?? null } : {},
    });
    return presentSharing(uniqueDocumentId, isShared ? after : null);
  });
}

/** Asks once more, inside the transaction: who has just left the company opens nothing. */
async function confirmEditor(tx: Tx, { userProfileId }: Editor): Promise<void> {
  const [person] = await tx
    .select({ adminRole: userProfiles.adminRole })
    .from(userProfiles)
    .where(eq(userProfiles.userProfileId, userProfileId))
    .for("share");
  if (!mayActAs(person?.adminRole ?? null, "editor"))
    throw new AppError("forbidden", "Your permission to do this has just been taken away.", {
      reason: "permission-gone",
    });
}

/** Whose document it is; two who change its sharing at once take turns. */
async function lockOwner(tx: Tx, uniqueDocumentId: Id): Promise<Id> {
  const [document] = await tx
    .select({ organizationId: uniqueDocuments.organizationId })
    .from(uniqueDocuments)
    .where(eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))
    .for("update");
  if (!document) throw new AppError("not-found", "There is no such document.");
  return document.organizationId;
}
