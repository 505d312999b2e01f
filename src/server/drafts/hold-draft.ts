import { eq } from "drizzle-orm";
import { LEASE_MS, mayHold } from "#domain/drafts/lease.ts";
import type { Holder } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument } from "../documents/admin-queries.ts";
import { NO_DOCUMENT } from "../documents/get-admin-document.ts";
import { findHolder } from "./queries.ts";
import { draftLeases } from "./tables.ts";

/** Takes or renews the lease of a draft, unless a colleague has it. Of two who ask at once, one gets it. */
export async function holdDraft(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
): Promise<{ holder: Holder }> {
  return change(deps, editor, async ({ tx, at }) => {
    if (!(await lockAnyDocument(tx, uniqueDocumentId))) throw NO_DOCUMENT;
    const { userProfileId, name } = editor;
    const [lease = null] = await tx
      .select()
      .from(draftLeases)
      .where(eq(draftLeases.uniqueDocumentId, uniqueDocumentId));
    if (!mayHold(lease, userProfileId, at)) {
      const holder = await findHolder(tx, uniqueDocumentId, at);
      if (holder) return { holder };
    }
    const until = new Date(at.getTime() + LEASE_MS);
    await tx
      .insert(draftLeases)
      .values({ uniqueDocumentId, userProfileId, until })
      .onConflictDoUpdate({ target: draftLeases.uniqueDocumentId, set: { userProfileId, until } });
    return { holder: { userProfileId, name, until: until.toISOString() } };
  });
}
