import { duplicateDocument, getAdminDocument } from "#contract/admin/documents.ts";
import { getDraft, savePage } from "#contract/admin/drafts.ts";
import { SavedBy } from "#domain/drafts/working-draft.ts";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call, type Reply } from "#web/lib/call.ts";

type Draft = Reply<typeof getDraft>;
type Answer = Pick<Reply<typeof savePage>, "revision" | "images">;

export type Sent = ({ kind: "saved" } & Answer) | ReturnType<typeof explain>;

/** Sends a page, and tells what became of it. */
export async function sendPage(send: () => Promise<Answer>): Promise<Sent> {
  try {
    const { revision, images } = await send();
    return { kind: "saved", revision, images };
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown) {
  if (!(error instanceof ApiError)) {
    return { kind: "unreachable", why: "The portal cannot be reached. We keep trying." } as const;
  }
  const { status, message, details } = error;
  if (details.reason === "changed-meanwhile") {
    const theirs = SavedBy.pick({ savedAt: true, savedBy: true }).safeParse({
      savedAt: details.savedAt,
      savedBy: details.savedBy,
    }).data;
    const { savedAt = new Date().toISOString(), savedBy = null } = theirs ?? {};
    return { kind: "conflict", theirs: { savedAt, savedBy: savedBy?.name ?? null } } as const;
  }
  if (details.reason === "document-sent" || details.reason === "withdrawn" || status === 404) {
    return { kind: "closed", why: message } as const;
  }
  const isPassing = status >= 500 || status === 429 || status === 401;
  return isPassing
    ? ({ kind: "unreachable", why: `${message} We keep trying.` } as const)
    : ({ kind: "refused", why: message } as const);
}

/** Makes a document of its own from a page that could not be saved, with copies of the work orders that it quotes. */
export async function saveAsCopy(draft: Draft, page: PuckState): Promise<Id> {
  const { organizationId, name } = draft;
  const original = await call(getAdminDocument, { params: { id: draft.uniqueDocumentId } });
  const copy = await call(duplicateDocument, {
    params: { id: draft.uniqueDocumentId },
    body: { organizationId, name: `${name} (my copy)`.slice(-200) },
  });
  const made = await call(getDraft, { params: { id: copy.uniqueDocumentId } });
  // Both lists are in the order in which work was made, and copies are made in the order of their originals.
  const copyOf = new Map(
    original.workOrders.map(({ workOrderId }, at) => [workOrderId, copy.workOrders[at]?.workOrderId]),
  );
  const own = mapWorkOrderData(page, ({ workOrderIds }) => ({
    workOrderIds: workOrderIds.flatMap((id) => copyOf.get(id) ?? []),
  }));
  await call(savePage, {
    params: { id: copy.uniqueDocumentId },
    body: { page: own, revision: made.revision },
  });
  return copy.uniqueDocumentId;
}
