import { eq } from "drizzle-orm";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { type RecallRefusal, refuseRecall, refuseWithdrawal } from "#domain/documents/sending.ts";
import type { Id } from "#domain/id.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { getManagedDocument } from "../documents/admin-queries.ts";
import { updateTotals } from "../documents/content.ts";
import {
  asSent,
  type DocumentRow,
  lockAnyDocument,
  publishDocumentChange,
  publishWorkOrderChanges,
  todayOf,
  updateDocument,
} from "../documents/queries.ts";
import { notify } from "../notifications/notify.ts";
import { workOrders } from "../schema/work-orders.ts";
import { mailReaders } from "./mail-readers.ts";
import { sendableOf } from "./send-document.ts";
import { composeRecall, composeWithdrawal } from "./sending-mails.ts";

/**
 * Makes a document a draft again. A concurrent decision comes wholly before, and nothing is recalled, or is refused.
 */
export async function recallDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
): Promise<ManagedDocument> {
  return change(deps, editor, async (opened) => {
    const document = await lockAnyDocument(opened.tx, uniqueDocumentId);
    refuse(refuseRecall(sendableOf(document, todayOf(deps, opened.at))));
    await unlockDocument(opened, deps, document, { recalledAt: opened.at });
    const { organizationId } = document;
    const mail = composeRecall(deps.settings.now(), { ...document, senderName: editor.name });
    await mailReaders(opened, deps, document, "recalled", () => mail);
    await opened.record({
      action: "document.recall",
      subjectId: uniqueDocumentId,
      organizationId,
      details: {},
    });
    return getManagedDocument(deps, uniqueDocumentId, opened.tx);
  });
}

/** Makes a document a draft for good. Its client is told why. Of a decision at this moment one comes first. */
export async function withdrawDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  reason: string,
): Promise<ManagedDocument> {
  return change(deps, editor, async (opened) => {
    const { tx, at, record } = opened;
    const found = await lockAnyDocument(tx, uniqueDocumentId);
    const document = asSent(found);
    refuse(refuseWithdrawal(sendableOf(document, todayOf(deps, at))));
    await unlockDocument(opened, deps, document, { withdrawnAt: at, withdrawalReason: reason });
    const { organizationId, name, slug } = document;
    await record({
      action: "document.withdraw",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { reason },
    });
    const event = `document.withdrawn:${uniqueDocumentId}`;
    const notice = { message: `${name} was withdrawn`, link: `/doc/${slug}`, event };
    await notify(tx, deps, { organization: organizationId }, notice);
    const withdrawn = { ...document, senderName: editor.name, reason };
    await mailReaders(opened, deps, document, "withdrawn", (reading) =>
      composeWithdrawal(deps.settings.now(), deps.env.publicUrl, withdrawn, reading),
    );
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

type Unlocked = Partial<Pick<DocumentRow, "recalledAt" | "withdrawnAt" | "withdrawalReason" | "expiredAt">>;

/** Makes a locked document a draft, and publishes it. The value of a recalled one follows its work again, others stay. */
export async function unlockDocument(
  { tx, at }: Change,
  deps: Deps,
  document: DocumentRow,
  because: Unlocked,
): Promise<void> {
  const { uniqueDocumentId, organizationId } = document;
  await updateDocument(tx, uniqueDocumentId, { status: "DRAFT", ...because, updatedAt: at });
  await updateTotals(tx, organizationId, uniqueDocumentId);
  await publishDocumentChange(tx, deps, document);
  const isOwn = eq(workOrders.uniqueDocumentId, uniqueDocumentId);
  await publishWorkOrderChanges(tx, deps, await tx.select().from(workOrders).where(isOwn));
}

function refuse(refusal: RecallRefusal | null): void {
  if (refusal) throw conflict(refusal, REFUSALS[refusal]);
}

const REFUSALS = {
  withdrawn: "This document is withdrawn already. Nothing was changed.",
  expired: "This document has expired. Nothing was changed. You can make a new version of it.",
  "not-sent": "This document hasn't been sent, so there is nothing to recall.",
  decided:
    "Your client has already decided on this document, so it stays as it is. You can make a new version of it.",
} satisfies Record<RecallRefusal, string>;
