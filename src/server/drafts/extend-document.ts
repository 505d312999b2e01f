import { eq } from "drizzle-orm";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import { type ExtensionRefusal, refuseExtension, statusOn } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { formatDay } from "#domain/invoices/invoice.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { getManagedDocument } from "../documents/admin-queries.ts";
import {
  asSent,
  publishDocumentChange,
  publishWorkOrderChanges,
  todayOf,
  updateDocument,
} from "../documents/queries.ts";
import { notify } from "../notifications/notify.ts";
import { workOrders } from "../schema/work-orders.ts";
import { mailReaders } from "./mail-readers.ts";
import { renewQueuedMails } from "./renew-queued-mails.ts";
import { lockToSend } from "./send-document.ts";
import { composeExtension } from "./sending-mails.ts";

/** Moves the last day of a sent document. An expired one waits for a decision again, in the version that was sent. */
export async function extendDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { validUntil }: { validUntil: string },
): Promise<ManagedDocument> {
  return change(deps, editor, async (opened) => {
    const { tx, at, record } = opened;
    const today = todayOf(deps, at);
    const { document: found, ...around } = await lockToSend(tx, uniqueDocumentId, today);
    const document = asSent(found);
    const { organizationId, name, slug, archivedAt } = document;
    const state = statusOn(document, today);
    // A repeated extension, or the second of two that agree, has no effect.
    if (state.status === "PENDING" && document.validUntil === validUntil)
      return getManagedDocument(deps, uniqueDocumentId, tx);
    const refusal = refuseExtension(
      {
        ...state,
        validUntil: document.validUntil,
        isArchived: archivedAt !== null,
        isOrganizationActive: around.isOrganizationActive,
        hasOtherVersion: around.hasLaterVersion || around.isOtherVersionOpen,
      },
      validUntil,
      today,
    );
    if (refusal) throw conflict(refusal, REFUSALS[refusal]);
    await updateDocument(tx, uniqueDocumentId, {
      status: "PENDING",
      expiredAt: null,
      validUntil,
      updatedAt: at,
    });
    await record({
      action: "document.extend",
      subjectId: uniqueDocumentId,
      organizationId,
      details: { validUntil, before: document.validUntil },
    });
    const event = `document.extended:${uniqueDocumentId}:${validUntil}`;
    const notice = {
      message: `${name} is now valid until ${formatDay(validUntil)}`,
      link: `/doc/${slug}`,
      event,
    };
    await notify(tx, deps, { organization: organizationId }, notice);
    const extended = { ...document, senderName: editor.name, validUntil };
    await renewQueuedMails(tx, deps, uniqueDocumentId);
    await mailReaders(opened, deps, document, "extended", (reading) =>
      composeExtension(deps.settings.now(), deps.env.publicUrl, extended, reading),
    );
    await publishDocumentChange(tx, deps, document);
    const isOwn = eq(workOrders.uniqueDocumentId, uniqueDocumentId);
    await publishWorkOrderChanges(tx, deps, await tx.select().from(workOrders).where(isOwn));
    return getManagedDocument(deps, uniqueDocumentId, tx);
  });
}

const REFUSALS = {
  withdrawn: "This document is withdrawn, so it stays as it is. You can make a new version of it.",
  "not-sent": "This document hasn't been sent, so you can change its last day in its form.",
  decided: "Your client has already decided on this document, so its last day stays.",
  "no-last-day": "This document has no last day, so there is nothing to extend.",
  "not-later": "Please choose a day after the present last day, and not in the past. Nothing was changed.",
  archived: "This document is archived. Unarchive it before you extend it.",
  "inactive-organization":
    "This organization isn't active, so its members couldn't read the document. Make it active before you extend it.",
  "other-version":
    "There is a later version of this document, and your client could accept both. Nothing was changed.",
} satisfies Record<ExtensionRefusal, string>;
