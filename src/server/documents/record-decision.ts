import { and, eq } from "drizzle-orm";
import { displayName, type UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { shownTotal } from "#domain/pricing/document-total.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { authorityOf, NO_CONSENT } from "../schema/consent-columns.ts";
import { organizations } from "../schema/organizations.ts";
import { organizationPermissions } from "../schema/permissions.ts";
import { readContent, requireTotalInRange, storeHiddenPrices } from "./content.ts";
import { freezeDecision } from "./freeze-decision.ts";
import { indexPageText } from "./index-page-text.ts";
import { findDocument, updateDocument } from "./queries.ts";
import { renderDocumentPdf } from "./render-document-pdf.job.ts";

type EarlierDecision = {
  uniqueDocumentId: Id;
  organizationId: Id;
  decision: "APPROVED" | "DECLINED";
  by: Pick<UserProfile, "userProfileId" | "firstName" | "lastName" | "email">;
  decidedAt: Date;
};

/**
 * Freezes a document with an imported decision, and enqueues the PDF of an approved one. Notifies no one. The caller
 * adds the evidence (verification/attest-earlier.ts). Throws AppError "invalid" if the total is out of range.
 */
export async function recordDecision(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  { uniqueDocumentId, organizationId, decision, by, decidedAt }: EarlierDecision,
): Promise<void> {
  const document = await findDocument(tx, organizationId, { uniqueDocumentId });
  if (!document) throw new Error(`The document ${uniqueDocumentId} went away.`);
  const content = await readContent(tx, document, null);
  requireTotalInRange(content.page);
  await updateDocument(tx, uniqueDocumentId, {
    totalCost: content.totalCost,
    shownTotal: shownTotal(content.page),
  });
  await storeHiddenPrices(tx, uniqueDocumentId, content.page);
  await indexPageText(tx, [{ uniqueDocumentId, organizationId, page: content.page }]);
  const { userProfileId, email } = by;
  await freezeDecision(tx, document, content, {
    decision,
    decidedAt,
    by: {
      userProfileId,
      userName: displayName(by),
      userEmail: email,
      ...(await findRight(tx, userProfileId, organizationId)),
      ipAddress: null,
      userAgent: null,
    },
    declaration: null,
    how: { ...NO_CONSENT, ...authorityOf(null), consent: decision === "APPROVED" ? "not-recorded" : null },
    declarationStartedTicked: null,
    reason: null,
  });
  if (decision === "APPROVED") {
    await deps.queue.enqueue(tx, renderDocumentPdf, { uniqueDocumentId, announce: false });
  }
}

/** The organization and the permission with which the person decided. */
async function findRight(
  tx: Tx,
  userId: Id,
  organizationId: Id,
): Promise<{ organizationName: string; organizationPermissionId: Id | null }> {
  const { organizationPermissionId } = organizationPermissions;
  const [row] = await tx
    .select({ organizationName: organizations.organizationName, organizationPermissionId })
    .from(organizations)
    .leftJoin(
      organizationPermissions,
      and(
        eq(organizationPermissions.organizationId, organizations.organizationId),
        eq(organizationPermissions.userId, userId),
        eq(organizationPermissions.permissionType, "write"),
      ),
    )
    .where(eq(organizations.organizationId, organizationId));
  return {
    organizationName: row?.organizationName ?? "",
    organizationPermissionId: row?.organizationPermissionId ?? null,
  };
}
