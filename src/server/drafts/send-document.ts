import { and, eq, not, sql } from "drizzle-orm";
import type { z } from "zod";
import type { sendDocument as sendCall } from "#contract/admin/drafts.ts";
import { lostPictures, unfilledVariables } from "#domain/documents/check-page.ts";
import type { ManagedDocument } from "#domain/documents/managed-document.ts";
import type { ChosenRecipients } from "#domain/documents/recipients.ts";
import { refuseSending, type Sendable, type SendRefusal } from "#domain/documents/sending.ts";
import { isPast, statusOn, type Validity } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { isEmptyBlock } from "#domain/page/empty-blocks.ts";
import { unshowableTypes } from "#domain/page/known-blocks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { planFaults } from "#domain/payment-plans/payment-plan.ts";
import { priceFaults } from "#domain/pricing/price-faults.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import { isAnyOf } from "../db/many-rows.ts";
import type { Deps } from "../deps.ts";
import { getManagedDocument } from "../documents/admin-queries.ts";
import { storeHiddenPrices, updateTotals } from "../documents/content.ts";
import { versionEvidence } from "../documents/document-evidence.ts";
import { findCurrentWork } from "../documents/find-work.ts";
import { freezeVersion } from "../documents/freeze-version.ts";
import {
  type DocumentRow,
  NO_DOCUMENT,
  publishDocumentChange,
  publishWorkOrderChanges,
  todayOf,
  updateDocument,
} from "../documents/queries.ts";
import { NO_WORK } from "../documents/resolve-page.ts";
import { findUnshowableImages } from "../images/find-lost-images.ts";
import { countInvitation, refundInvitation } from "../invitations/invite-person.ts";
import { shareLockOrganization } from "../organizations/queries.ts";
import { requireRevision } from "../pages/save-page.ts";
import { storeRevision } from "../pages/store-revision.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { workOrders, workOrderVisibleToClients } from "../schema/work-orders.ts";
import { requireCompanyName } from "../settings/require-company-name.ts";
import { announceSending } from "./announce-sending.ts";
import { copyChoices } from "./copy-choices.ts";
import { draftPage } from "./draft-pages.ts";

type Given = z.output<(typeof sendCall)["body"]>;

/**
 * Sends a draft in one transaction: freezes its page and work as the next version, shows its work and notifies its
 * people. Of two who send at once, one wins.
 */
export async function sendDocument(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { revision, message, recipients, ...given }: Given,
): Promise<ManagedDocument> {
  const run = async (opened: Change) => {
    const { tx } = opened;
    await requireCompanyName(tx, deps);
    const today = todayOf(deps, opened.at);
    const { document, ...around } = await lockToSend(tx, uniqueDocumentId, today);
    const validUntil = given.validUntil === undefined ? document.validUntil : given.validUntil;
    const { page } = migratePage(document.puckState);
    const lost = await findUnshowableImages(tx, page, document.organizationId);
    const [lostPicture] = lostPictures(page, lost);
    const work = await findWork(tx, document);
    const faults = priceFaults(resolveWorkOrders(page, work));
    const unfilled = unfilledVariables(page);
    const [planFault] = planFaults(page, today, new Set(work.workOrders.map((one) => one.workOrderId)));
    const refusal = refuseSending({
      ...sendableOf(document, today),
      ...around,
      isArchived: document.archivedAt !== null,
      isEmpty: page.content.every(isEmptyBlock),
      hasUnknownBlock: unshowableTypes(page).length > 0,
      hasLostPicture: lostPicture !== undefined,
      hasPriceFault: faults.length > 0,
      hasUnfilledVariable: unfilled.length > 0,
      hasPlanFault: planFault !== undefined,
      isValidityOver: isPast(validUntil, today),
    });
    if (refusal !== null && !isOfPage(refusal)) throw conflict(refusal, REFUSALS[refusal]);
    // Anyone who has not seen the page of now hears that first.
    await requireRevision(tx, document, revision);
    if (lostPicture) throw conflict("picture-lost", lostPicture.message);
    refusePriceFaults(faults);
    refuseUnfilled(unfilled);
    if (planFault) throw conflict("payment-plan", `${planFault.message} Nothing was sent.`);
    const sending = { message: message || null, recipients: recipients ?? null };
    await send(opened, deps, editor, { ...document, validUntil }, sending);
    return getManagedDocument(deps, uniqueDocumentId, tx);
  };
  const counted: string[] = [];
  try {
    return await change(deps, editor, run, {
      async prepare() {
        for (const { email } of recipients?.newPeople ?? []) {
          counted.push(email);
          await countInvitation(deps, email);
        }
      },
    });
  } catch (error) {
    // A refused sending mails no one, so it counts for no one.
    for (const email of counted) await refundInvitation(deps, email);
    throw error;
  }
}

function refusePriceFaults(faults: ReturnType<typeof priceFaults>): void {
  const [fault] = faults;
  if (!fault) return;
  const issues = faults.map(({ item, path, message }) => ({
    blockId: item?.props.id ?? null,
    path: path.join("."),
    message,
  }));
  throw conflict("amount-out-of-range", `${fault.message} Nothing was sent.`, { issues });
}

function refuseUnfilled(unfilled: ReturnType<typeof unfilledVariables>): void {
  const [variable] = unfilled;
  if (!variable) return;
  const issues = unfilled.map(({ at, message }) => ({ blockId: at?.props.id ?? null, message }));
  throw conflict("unfilled-variable", `${variable.message} Nothing was sent.`, { issues });
}

async function findWork(tx: Tx, { uniqueDocumentId, organizationId }: DocumentRow) {
  const work = await findCurrentWork(tx, organizationId, [uniqueDocumentId]);
  return work.get(uniqueDocumentId) ?? NO_WORK;
}

/**
 * Locks the organization before its document, like a client who decides, and with the document all its other versions,
 * so that no two of them are sent at once.
 */
export async function lockToSend(tx: Tx, id: Id, today: string) {
  const { uniqueDocumentId, organizationId } = uniqueDocuments;
  const [found] = await tx.select({ organizationId }).from(uniqueDocuments).where(eq(uniqueDocumentId, id));
  const organization = found && (await shareLockOrganization(tx, found.organizationId));
  const versions = await tx
    .select()
    .from(uniqueDocuments)
    .where(isAnyOf(uniqueDocumentId, await findFamily(tx, id)))
    .orderBy(uniqueDocumentId)
    .for("update");
  const document = versions.find((one) => one.uniqueDocumentId === id);
  if (!organization || !document) throw NO_DOCUMENT;
  const isOtherVersionOpen = versions.some(
    (one) => one !== document && statusOn(one, today).status === "PENDING",
  );
  const hasLaterVersion = versions.some((one) => one.predecessorId === id);
  return { document, isOtherVersionOpen, hasLaterVersion, isOrganizationActive: isVerified(organization) };
}

/** A document with every version before and after it, and theirs. */
async function findFamily(tx: Tx, id: Id): Promise<Id[]> {
  const { uniqueDocumentId, predecessorId } = uniqueDocuments;
  const { rows } = await tx.execute<{ id: Id }>(sql`
    with recursive family (id) as (
      select ${id}::text
      union
      select case ${uniqueDocumentId} when family.id then ${predecessorId} else ${uniqueDocumentId} end
      from family join ${uniqueDocuments} on family.id in (${uniqueDocumentId}, ${predecessorId})
    )
    select id from family where id is not null`);
  return rows.map((row) => row.id);
}

async function send(
  opened: Change,
  deps: Deps,
  editor: Editor,
  document: DocumentRow,
  { message, recipients }: { message: string | null; recipients: ChosenRecipients | null },
): Promise<void> {
  const { tx, at, record, attest } = opened;
  const { uniqueDocumentId, organizationId } = document;
  if (document.shownAt === null && document.predecessorId !== null) await copyChoices(tx, uniqueDocumentId);
  const isOwn = eq(workOrders.uniqueDocumentId, uniqueDocumentId);
  const unseen = await tx
    .select({ workOrderId: workOrders.workOrderId })
    .from(workOrders)
    .where(and(isOwn, not(workOrderVisibleToClients(workOrders))));
  const sent = await freezeVersion(tx, document, {
    sentAt: at,
    sentBy: editor.userProfileId,
    message,
  });
  const { number: version } = sent;
  await updateDocument(tx, uniqueDocumentId, {
    status: "PENDING",
    shownAt: document.shownAt ?? at,
    recalledAt: null,
    validUntil: document.validUntil,
    updatedAt: at,
  });
  await storeRevision(opened, draftPage(document), "SENT");
  const page = await updateTotals(tx, organizationId, uniqueDocumentId);
  if (!page) throw new Error(`The document ${uniqueDocumentId} was sent and has no page.`);
  await storeHiddenPrices(tx, uniqueDocumentId, page);
  await record({
    action: "document.send",
    subjectId: uniqueDocumentId,
    organizationId,
    details: { version, revision: document.pageRevision, message, validUntil: document.validUntil },
  });
  for (const { workOrderId } of unseen) {
    await record({ action: "work-order.show", subjectId: workOrderId, organizationId, details: { version } });
  }
  await publishDocumentChange(tx, deps, { ...document, shownAt: at });
  await publishWorkOrderChanges(tx, deps, await tx.select().from(workOrders).where(isOwn));
  const price = summarizePrice(page);
  await announceSending(opened, deps, editor, document, { version, message, price, recipients });
  await attest(versionEvidence(document, sent));
}

/** What is wrong with the page itself, of which the sender reads more once they have seen the page of now. */
const REFUSED_PAGES = ["picture-lost", "amount-out-of-range", "unfilled-variable", "payment-plan"] as const;
type PageRefusal = (typeof REFUSED_PAGES)[number];

function isOfPage(refusal: SendRefusal): refusal is PageRefusal {
  return (REFUSED_PAGES as readonly SendRefusal[]).includes(refusal);
}

const REFUSALS = {
  withdrawn: "This document is withdrawn, so it can't be sent again. You can make a new version of it.",
  expired: "This document has expired, so it can't be sent again. You can make a new version of it.",
  "validity-over":
    "The last day of this document has passed, so no one could accept it. Please choose a later day. Nothing was sent.",
  "sent-already":
    "This document has been sent already and waits for its client's decision. Nothing was changed.",
  decided: "This document has been decided on, so it can't be sent again. You can make a new version of it.",
  archived: "This document is archived. Unarchive it before you send it.",
  "inactive-organization":
    "This organization isn't active, so its members couldn't read the document. Make it active before you send.",
  "empty-page": "There is nothing on the page yet, so nothing was sent.",
  "unknown-block":
    "This portal can't show a block of the page, so the document couldn't be accepted. Remove the block from the page before you send.",
  "other-version-open":
    "Another version of this document waits for a decision, and your client could accept both. Recall or withdraw that one first.",
} satisfies Record<Exclude<SendRefusal, PageRefusal>, string>;

export function sendableOf(
  { shownAt, ...document }: Validity & Pick<DocumentRow, "shownAt">,
  today: string,
): Sendable {
  const { status, closedBecause } = statusOn(document, today);
  const isWithdrawn = closedBecause === "WITHDRAWN";
  return { status, isShown: shownAt !== null, isWithdrawn, isExpired: closedBecause === "EXPIRED" };
}
