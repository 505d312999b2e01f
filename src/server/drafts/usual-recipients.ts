import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/organizations.ts";
import type { RecipientChoices } from "#domain/documents/recipients.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { lockOrganization, requireOrganization } from "../organizations/queries.ts";
import { organizationDetails } from "../schema/organization-details.ts";
import { findChoices, requireRecipients } from "./find-recipients.ts";

/** Who can be chosen when a document is sent to an organization. Throws AppError "not-found". */
export async function getOrganizationRecipients(
  { db, clock }: { db: DbOrTx; clock: () => Date },
  organizationId: Id,
): Promise<RecipientChoices> {
  await requireOrganization(db, organizationId);
  return findChoices(db, organizationId, clock());
}

/** Sets who is chosen at first. Throws AppError "conflict" for people who cannot be chosen. */
export async function changeUsualRecipients(
  deps: Deps,
  editor: Editor,
  organizationId: Id,
  { usual }: z.output<typeof calls.changeUsualRecipients.body>,
): Promise<RecipientChoices> {
  return change(deps, editor, async ({ tx, at, record }) => {
    await lockOrganization(tx, organizationId);
    if (usual) await requireRecipients(tx, organizationId, usual, at);
    await tx
      .insert(organizationDetails)
      .values({ organizationId, usualRecipients: usual })
      .onConflictDoUpdate({ target: organizationDetails.organizationId, set: { usualRecipients: usual } });
    const details = { isEveryone: usual === null };
    const about = { subjectId: organizationId, organizationId, details };
    await record({ action: "organization.change-recipients", ...about });
    await deps.live.publish(tx, { company: true }, { kind: "organization", id: organizationId });
    return findChoices(tx, organizationId, at);
  });
}

/** Replaces someone among the usual recipients who is invited by another email now. */
export async function replaceUsual(
  tx: Tx,
  organizationId: Id,
  { before, after }: { before: Id; after: Id },
): Promise<void> {
  const isIt = eq(organizationDetails.organizationId, organizationId);
  const [found] = await tx.select().from(organizationDetails).where(isIt).for("update");
  const usual = found?.usualRecipients;
  if (!usual?.invited.includes(before)) return;
  const invited = usual.invited.map((id) => (id === before ? after : id));
  await tx
    .update(organizationDetails)
    .set({ usualRecipients: { ...usual, invited } })
    .where(isIt);
}
