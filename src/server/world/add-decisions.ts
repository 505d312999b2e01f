import { and, eq } from "drizzle-orm";
import { displayName } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import { AppError } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { readContent, requireCountable, updateTotalCost } from "../documents/content.ts";
import { freezeDecision } from "../documents/freeze-decision.ts";
import { findDocument } from "../documents/queries.ts";
import { renderDocumentPdf } from "../documents/render-document-pdf.job.ts";
import { uniqueDocuments } from "../documents/tables.ts";
import { organizationPermissions } from "../permissions/tables.ts";
import type { Identified, IdentifiedWorld } from "./identify-world.ts";
import { type WorldError, WorldRefusedError } from "./world-error.ts";
import type { WorldIndex } from "./world-index.ts";

type Around = { index: WorldIndex; organizationNames: ReadonlyMap<Id, string>; now: Date };

/**
 * Gives the documents just added their totals, and freezes the decided ones as their work orders stand in the file.
 * Throws WorldRefusedError with every document that costs more than can be counted.
 */
export async function addDecisions(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  documents: IdentifiedWorld["documents"],
  around: Around,
): Promise<void> {
  const errors: WorldError[] = [];
  for (const { place, id, value } of documents) {
    try {
      if (value.decision) await addDecision(tx, { id, value }, value.decision, around);
      else await updateTotalCost(tx, value.organizationId, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      errors.push({ place, message: error.message });
    }
    if (value.status === "APPROVED") {
      await deps.queue.enqueue(tx, renderDocumentPdf, { uniqueDocumentId: id, announce: false });
    }
  }
  if (errors.length > 0) throw new WorldRefusedError(errors);
}

async function addDecision(
  tx: Tx,
  { id, value }: Pick<Identified<"documents">, "id" | "value">,
  { by, at }: NonNullable<Identified<"documents">["value"]["decision"]>,
  { index, organizationNames, now }: Around,
): Promise<void> {
  const { organizationId, status } = value;
  const person = index.person(by);
  const document = await findDocument(tx, organizationId, { uniqueDocumentId: id });
  if (!document || !person) throw new Error(`The document ${id}, or who decided on it, went away.`);
  const content = await readContent(tx, document, null);
  await tx
    .update(uniqueDocuments)
    .set({ totalCost: requireCountable(content.totalCost) })
    .where(eq(uniqueDocuments.uniqueDocumentId, id));
  await freezeDecision(tx, document, content, {
    decision: status === "DECLINED" ? "DECLINED" : "APPROVED",
    decidedAt: momentAt(at, now),
    by: {
      userProfileId: person.userProfileId,
      userName: displayName(person),
      userEmail: person.email,
      organizationName: organizationNames.get(organizationId) ?? "",
      organizationPermissionId: await findWritePermission(tx, person.userProfileId, organizationId),
      ipAddress: null,
      userAgent: null,
    },
    declaration: null,
    reason: null,
  });
}

async function findWritePermission(tx: Tx, userId: Id, organizationId: Id): Promise<Id | null> {
  const { organizationPermissionId } = organizationPermissions;
  const [row] = await tx
    .select({ organizationPermissionId })
    .from(organizationPermissions)
    .where(
      and(
        eq(organizationPermissions.userId, userId),
        eq(organizationPermissions.organizationId, organizationId),
        eq(organizationPermissions.permissionType, "write"),
      ),
    );
  return row?.organizationPermissionId ?? null;
}
