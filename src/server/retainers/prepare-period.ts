import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import { dayIn, dueDateAfter } from "#domain/invoices/invoice.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { isVerified } from "#domain/organizations/organization.ts";
import { type DuePeriod, periodEnd } from "#domain/retainers/periods.ts";
import { nameOfPeriod } from "#domain/retainers/retainer.ts";
import { NO_PROPOSAL } from "#domain/work-orders/work-order.ts";
import { type Change, change, PORTAL } from "../access/change.ts";
import { findOwner } from "../account/find-owner.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { publishWorkOrderChanges, todayOf } from "../documents/queries.ts";
import { insertInvoice, publishInvoiceChange } from "../invoices/insert-invoice.ts";
import { issue } from "../invoices/issue-invoice.ts";
import { notify } from "../notifications/notify.ts";
import { shareLockOrganization } from "../organizations/queries.ts";
import { retainerPeriods, retainers } from "../schema/retainers.ts";
import { findGstPercent, findSettingsRow } from "../settings/queries.ts";
import { allocateNumbers, createWorkOrders } from "../work-orders/create-work-orders.ts";
import { findLines, lockRetainer, type RetainerRow, stateOf } from "./queries.ts";

type Pending = Pick<RetainerRow, "retainerId" | "organizationId">;

/**
 * Prepares the next period of a retainer if it has begun: its invoice, its work order and its row, or nothing. The
 * lock makes a second worker wait and find the period prepared. Returns whether a period was passed.
 */
export async function preparePeriod(deps: Deps, { retainerId, organizationId }: Pending): Promise<boolean> {
  return change(deps, PORTAL, async (opened) => {
    const { tx, at, record } = opened;
    const organization = await shareLockOrganization(tx, organizationId);
    const row = await lockRetainer(tx, retainerId);
    const { nextIndex: index, nextOn: startsOn } = row;
    if (startsOn === null || startsOn > todayOf(deps, at)) return false;
    const period = { index, startsOn };
    const isActive = organization !== null && isVerified(organization);
    const prepared = isActive
      ? await prepare(opened, deps, row, period)
      : { invoiceId: null, workOrderId: null };
    const endsOn = periodEnd(row, index);
    await tx.insert(retainerPeriods).values({ ...prepared, retainerId, startsOn, endsOn, preparedAt: at });
    await tx
      .update(retainers)
      .set(stateOf(row, index + 1))
      .where(eq(retainers.retainerId, retainerId));
    const { name } = row;
    await record({
      action: isActive ? "retainer.prepare" : "retainer.skip",
      subjectId: retainerId,
      organizationId,
      details: { name, startsOn, ...prepared },
    });
    await deps.live.publish(tx, { company: true }, { kind: "retainer", id: retainerId });
    return true;
  });
}

async function prepare(
  opened: Change,
  deps: Deps,
  row: RetainerRow,
  period: DuePeriod,
): Promise<{ invoiceId: Id; workOrderId: Id | null }> {
  const { tx, at } = opened;
  const { retainerId, organizationId } = row;
  const lines = (await findLines(tx, [retainerId])).get(retainerId) ?? [];
  const { defaultDueDays } = await findSettingsRow(tx, deps);
  const invoice = await insertInvoice(opened, deps, {
    organizationId,
    name: nameOfPeriod(row.name, row, period.index, period.startsOn),
    amounts: invoiceOfLines(lines, await findGstPercent(tx)),
    invoiceStatus: "UNPAID",
    dueDate: dueDateAfter(todayOf(deps, at), defaultDueDays),
    xeroLink: null,
    uniqueDocumentId: null,
    percent: null,
  });
  const { invoiceId } = invoice;
  const workOrderId = await addWork(opened, deps, row, period, invoiceId);
  const isIssued = issuesNow(deps, row, period);
  if (isIssued) await issue(opened, deps, invoice);
  else await notifyOwner(opened, deps, row);
  await publishInvoiceChange(tx, deps, { ...invoice, issuedAt: isIssued ? at : null });
  return { invoiceId, workOrderId };
}

/** Periods that had begun before the retainer was last changed are drafts: a client gets no mail for each of them. */
function issuesNow(
  { settings }: Deps,
  { issuesItself, updatedAt }: RetainerRow,
  { startsOn }: DuePeriod,
): boolean {
  return issuesItself && startsOn >= dayIn(settings.now().timeZone, updatedAt);
}

/** Adds the work order of a period as a draft, which clients do not see until the company shows it. */
async function addWork(
  { tx, at, record }: Change,
  deps: Deps,
  { organizationId, workName, workDescription, ...row }: RetainerRow,
  { index, startsOn }: DuePeriod,
  invoiceId: Id,
): Promise<Id | null> {
  if (workName === null) return null;
  const workOrderId = v7();
  const name = nameOfPeriod(workName, row, index, startsOn).slice(0, 200);
  const [externalId = ""] = await allocateNumbers(tx, 1);
  const { problems } = await createWorkOrders(tx, [
    {
      workOrderId,
      organizationId,
      externalId,
      name,
      description: workDescription ?? "",
      uniqueDocument: NO_PROPOSAL,
      invoice: invoiceId,
      products: [],
      discountPercent: 0,
      discountName: null,
      workOrderStatus: "DRAFT",
      optional: { isOptional: false, doesClientWantWorkDone: false },
      createdAt: at,
      updatedAt: at,
      shownAt: null,
    },
  ]);
  const [problem] = problems;
  if (problem) throw new AppError("invalid", problem.message);
  const details = { name, externalId };
  await record({ action: "work-order.add", subjectId: workOrderId, organizationId, details });
  await publishWorkOrderChanges(tx, deps, [{ workOrderId, organizationId, shownAt: null }]);
  return workOrderId;
}

/** Notifies who added the retainer, or else who looks after its organization, or else the company, once a day. */
async function notifyOwner({ tx, at }: Change, deps: Deps, row: RetainerRow): Promise<void> {
  const owner = await findOwner(tx, row);
  await notify(tx, deps, owner ? { person: owner.userProfileId } : { company: true }, {
    message: "Recurring invoices are prepared as drafts. Check and issue them.",
    link: DRAFTS,
    event: `retainers.prepared:${todayOf(deps, at)}`,
  });
}

/** The company's list of invoices that are not issued. */
const DRAFTS = "/admin/invoices?drafts=only";
