import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type * as calls from "#contract/admin/reminders.ts";
import type { DocumentReminders } from "#domain/documents/reminders.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { lockAnyDocument, publishDocumentChange, updateDocument } from "../documents/queries.ts";
import { getReminders } from "./get-reminders.ts";

/** Changes when the recipients of one document are reminded. Its client notices nothing. */
export async function changeReminders(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { own }: z.output<typeof calls.changeReminders.body>,
): Promise<DocumentReminders> {
  return change(deps, editor, async ({ tx, record }) => {
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    const { reminderSchedule: before, organizationId } = document;
    if (!isDeepStrictEqual(before, own)) {
      await updateDocument(tx, uniqueDocumentId, { reminderSchedule: own });
      await record({
        action: "document.change-reminders",
        subjectId: uniqueDocumentId,
        organizationId,
        details: { before, after: own },
      });
      await publishDocumentChange(tx, deps, { ...document, shownAt: null });
    }
    return getReminders({ ...deps, db: tx }, uniqueDocumentId);
  });
}
