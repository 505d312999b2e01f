import { eq, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { changedFields } from "#domain/canonical-json.ts";
import { A_TRILLION, exact } from "#domain/decimal.ts";
import { addDays } from "#domain/documents/validity.ts";
import type { Id } from "#domain/id.ts";
import { invoiceOfLines } from "#domain/invoices/invoice-of-page.ts";
import { pausedFrom, resumedOn } from "#domain/retainers/periods.ts";
import {
  type ChangedRetainer,
  type ManagedRetainer,
  type NewRetainer,
  type RetainerDetails,
  type RetainerRefusal,
  refuseChange,
  refuseStart,
} from "#domain/retainers/retainer.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict, refuseIssues } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { findOrganizationNames } from "../organizations/queries.ts";
import { requireAsRead } from "../record-version.ts";
import { retainers } from "../schema/retainers.ts";
import { findGstPercent } from "../settings/queries.ts";
import { preparePeriods } from "./prepare-periods.job.ts";
import {
  countPrepared,
  findLines,
  getRetainer,
  lockRetainer,
  type RetainerRow,
  replaceLines,
  stateOf,
} from "./queries.ts";

/** Adds a retainer. A job prepares the periods that have begun already. */
export async function addRetainer(
  deps: Deps,
  editor: Editor,
  { organizationId, ...details }: NewRetainer,
): Promise<ManagedRetainer> {
  return change(deps, editor, async (opened) => {
    const { tx, at } = opened;
    const known = await findOrganizationNames(tx, [organizationId]);
    const startProblem = refuseStart(details, todayOf(deps, at));
    refuseIssues([
      ...(known.has(organizationId)
        ? []
        : [{ path: "organizationId", message: `There is no organization "${organizationId}"` }]),
      ...(startProblem === null ? [] : [{ path: "startsOn", message: startProblem }]),
      ...(await findUncountable(tx, details)),
    ]);
    const retainerId = v7();
    await tx.insert(retainers).values({
      ...columnsOf(details),
      ...stateOf({ ...details, pauses: [] }, 0),
      retainerId,
      organizationId,
      pauses: [],
      ownerId: editor.userProfileId,
      createdAt: at,
      updatedAt: at,
    });
    await replaceLines(tx, retainerId, details.lines);
    return finish(opened, deps, "retainer.add", { retainerId, organizationId, name: details.name });
  });
}

/** Changes a retainer. Periods that were prepared stay as they are. */
export async function changeRetainer(
  deps: Deps,
  editor: Editor,
  retainerId: Id,
  { recordVersion, ...details }: ChangedRetainer,
): Promise<ManagedRetainer> {
  return change(deps, editor, async (opened) => {
    const { tx, at } = opened;
    const row = await lockRetainer(tx, retainerId);
    const before = detailsOf(row, (await findLines(tx, [retainerId])).get(retainerId) ?? []);
    const fields = changedFields(before, details);
    if (fields.length === 0) return getRetainer(tx, retainerId);
    requireAsRead({ recordVersion }, row, before, "this retainer");
    const today = todayOf(deps, at);
    const prepared = await countPrepared(tx, retainerId);
    const refusal = refuseChange({ ...before, prepared }, details, today);
    if (refusal) throw conflict(refusal, REFUSALS[refusal]);
    const startProblem = prepared === 0 ? refuseStart(details, today) : null;
    refuseIssues([
      ...(startProblem === null ? [] : [{ path: "startsOn", message: startProblem }]),
      ...(await findUncountable(tx, details)),
    ]);
    await tx
      .update(retainers)
      .set({
        ...columnsOf(details),
        ...stateOf({ ...details, pauses: row.pauses }, prepared === 0 ? 0 : row.nextIndex),
        recordVersion: sql`${retainers.recordVersion} + 1`,
        updatedAt: at,
      })
      .where(eq(retainers.retainerId, retainerId));
    await replaceLines(tx, retainerId, details.lines);
    return finish(opened, deps, "retainer.change", { ...row, name: details.name }, { fields });
  });
}

/** Pauses a retainer from today on, or resumes it. Repeating has no effect. */
export async function pauseRetainer(
  deps: Deps,
  editor: Editor,
  retainerId: Id,
  { isPaused }: { isPaused: boolean },
): Promise<ManagedRetainer> {
  return change(deps, editor, async (opened) => {
    const { tx, at } = opened;
    const row = await lockRetainer(tx, retainerId);
    if ((row.status === "PAUSED") === isPaused) return getRetainer(tx, retainerId);
    if (row.status === "ENDED") throw conflict("ended", REFUSALS.ended);
    const today = todayOf(deps, at);
    const pauses = isPaused ? pausedFrom(row.pauses, today) : resumedOn(row.pauses, today);
    await tx
      .update(retainers)
      .set({ pauses, ...stateOf({ ...row, pauses }, row.nextIndex), updatedAt: at })
      .where(eq(retainers.retainerId, retainerId));
    return finish(opened, deps, isPaused ? "retainer.pause" : "retainer.resume", row);
  });
}

/** Ends a retainer today. A period that has begun is still prepared. Repeating has no effect. */
export async function endRetainer(deps: Deps, editor: Editor, retainerId: Id): Promise<ManagedRetainer> {
  return change(deps, editor, async (opened) => {
    const { tx, at } = opened;
    const row = await lockRetainer(tx, retainerId);
    const today = todayOf(deps, at);
    const hasEnd = row.endsOn !== null && row.endsOn <= today;
    if (hasEnd && row.status !== "PAUSED") return getRetainer(tx, retainerId);
    const endsOn = hasEnd ? row.endsOn : today;
    // An open pause ends with it, so that the retainer reads as ended.
    const pauses = resumedOn(row.pauses, addDays(today, 1));
    await tx
      .update(retainers)
      .set({ endsOn, pauses, ...stateOf({ ...row, pauses, endsOn }, row.nextIndex), updatedAt: at })
      .where(eq(retainers.retainerId, retainerId));
    return finish(opened, deps, "retainer.end", row, { endsOn });
  });
}

/** Deletes a retainer that has prepared nothing. A period that is prepared at the same time comes before or after. */
export async function deleteRetainer(
  deps: Deps,
  editor: Editor,
  retainerId: Id,
): Promise<{ retainerId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const { name, organizationId } = await lockRetainer(tx, retainerId);
    if ((await countPrepared(tx, retainerId)) > 0) throw PREPARED;
    await tx.delete(retainers).where(eq(retainers.retainerId, retainerId));
    await record({ action: "retainer.delete", subjectId: retainerId, organizationId, details: { name } });
    await deps.live.publish(tx, { company: true }, { kind: "retainer", id: retainerId });
    return { retainerId };
  });
}

type Written = Pick<RetainerRow, "retainerId" | "organizationId" | "name">;
type Action = "retainer.add" | "retainer.change" | "retainer.pause" | "retainer.resume" | "retainer.end";

async function finish(
  { tx, record }: Change,
  deps: Deps,
  action: Action,
  { retainerId, organizationId, name }: Written,
  details: Record<string, unknown> = {},
): Promise<ManagedRetainer> {
  await record({ action, subjectId: retainerId, organizationId, details: { name, ...details } });
  await deps.queue.enqueue(tx, preparePeriods, {});
  await deps.live.publish(tx, { company: true }, { kind: "retainer", id: retainerId });
  return getRetainer(tx, retainerId);
}

function columnsOf({ lines: _, work, ...columns }: RetainerDetails) {
  return { ...columns, workName: work?.name ?? null, workDescription: work?.description ?? null };
}

function detailsOf(row: RetainerRow, lines: RetainerDetails["lines"]): RetainerDetails {
  const { name, period, startsOn, endsOn, workName, workDescription, issuesItself } = row;
  const work = workName === null ? null : { name: workName, description: workDescription ?? "" };
  return { name, lines, period, startsOn, endsOn, work, issuesItself };
}

async function findUncountable(tx: Tx, { lines }: RetainerDetails) {
  const { total } = invoiceOfLines(lines, await findGstPercent(tx));
  if (exact(total).lt(A_TRILLION)) return [];
  const message = "This comes to a trillion dollars or more, which the portal can't count";
  return [{ path: "lines", message }];
}

const REFUSALS: Record<RetainerRefusal, string> = {
  ended: "This retainer has ended. Nothing was changed. Please add another retainer.",
  prepared:
    "Invoices were prepared already, so the first day and the period stay. Nothing was changed. To bill by another period, end this retainer and add another one.",
};

const PREPARED = conflict(
  "prepared",
  "This retainer has prepared invoices, so it is kept. Nothing was deleted. You can end it instead.",
);
