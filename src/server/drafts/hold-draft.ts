import { eq, lte, or } from "drizzle-orm";
import { LEASE_MS } from "#domain/drafts/lease.ts";
import type { Holder } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { NO_DOCUMENT } from "../documents/get-admin-document.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { findHolder } from "./queries.ts";
import { draftLeases } from "./tables.ts";

/**
 * Takes or renews the lease of a draft, unless a colleague has it. Of two who ask at once, one gets it. Renewing does not
 * wait for the document, which a long page that is being saved holds for seconds.
 */
export async function holdDraft(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
): Promise<{ holder: Holder }> {
  return change(deps, editor, async ({ tx, at }) => {
    if ((await tx.$count(uniqueDocuments, eq(uniqueDocuments.uniqueDocumentId, uniqueDocumentId))) === 0)
      throw NO_DOCUMENT;
    const { userProfileId, name } = editor;
    const until = new Date(at.getTime() + LEASE_MS);
    const taken = await tx
      .insert(draftLeases)
      .values({ uniqueDocumentId, userProfileId, until })
      .onConflictDoUpdate({
        target: draftLeases.uniqueDocumentId,
        set: { userProfileId, until },
        setWhere: or(eq(draftLeases.userProfileId, userProfileId), lte(draftLeases.until, at)),
      })
      .returning();
    const holder = taken.length === 0 ? await findHolder(tx, uniqueDocumentId, at) : null;
    return { holder: holder ?? { userProfileId, name, until: until.toISOString() } };
  });
}
