import type { UserProfile } from "#domain/account/user-profile.ts";
import type { Id } from "#domain/id.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import { AppError } from "../app-error.ts";
import { checkReferences } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { checkQuotedWork } from "../documents/check-quoted-work.ts";
import { requireTotalInRange, storeHiddenPrices, updateTotals } from "../documents/content.ts";
import { freezeVersion } from "../documents/freeze-version.ts";
import { findDocument } from "../documents/queries.ts";
import { recordDecision } from "../documents/record-decision.ts";
import { createSharings } from "../public-view/share-document.ts";
import type { Identified } from "./identify-world.ts";
import { type Loading, reportProblems } from "./load-list.ts";

type Documents = Identified<"documents">[];

/** Finds a person by userProfileId or email. */
export type PersonNamed = (name: string) => UserProfile | undefined;

/** Completes the added documents after their work orders: totals, decisions and sharing. */
export async function settleDocuments(
  loading: Loading,
  deps: Pick<Deps, "queue">,
  documents: Documents,
  personNamed: PersonNamed,
): Promise<void> {
  const { tx, now } = loading;
  const quoting = documents.map(({ id, value }) => ({ ...value, uniqueDocumentId: id }));
  const problems = await checkQuotedWork(tx, quoting);
  const decided = documents.map(({ id, value }, at) => ({ at, id, draft: value.decision?.by }));
  await checkReferences(tx, { fresh: decided, problems }, (by) => [
    { path: "decision.by", to: "people", name: by && (personNamed(by)?.userProfileId ?? by) },
  ]);
  const refused = new Set(problems.map(({ at }) => at));
  for (const [at, document] of documents.entries()) {
    if (refused.has(at)) continue;
    try {
      await settleDocument(loading, deps, document, personNamed);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ at, path: "", message: error.message });
    }
  }
  reportProblems(loading, "documents", documents, problems);
  await createSharings(tx, sharingsOf(documents, now));
}

async function settleDocument(
  { tx, now }: Loading,
  deps: Pick<Deps, "queue">,
  { id, value }: Identified<"documents">,
  personNamed: PersonNamed,
): Promise<void> {
  const { organizationId, decision, status } = value;
  const by = decision && personNamed(decision.by);
  if (!decision || !by) {
    await freezeImported(tx, organizationId, id);
    const page = await updateTotals(tx, organizationId, id);
    if (page) requireTotalInRange(page);
    if (page) await storeHiddenPrices(tx, id, page);
    return;
  }
  return recordDecision(tx, deps, {
    uniqueDocumentId: id,
    organizationId,
    decision: status === "DECLINED" ? "DECLINED" : "APPROVED",
    by,
    decidedAt: momentAt(decision.at, now),
  });
}

/** Clients see what an import brought, also of a draft: it was sent when it was last changed. */
async function freezeImported(tx: Tx, organizationId: Id, uniqueDocumentId: Id): Promise<void> {
  const document = await findDocument(tx, organizationId, { uniqueDocumentId });
  if (document) await freezeVersion(tx, document, { sentAt: document.updatedAt, sentBy: null });
}

function sharingsOf(documents: Documents, now: Date) {
  return documents.flatMap(({ id, value: { sharing } }) => {
    if (!sharing?.isShared) return [];
    const expiresAt = sharing.expiresAt === null ? null : momentAt(sharing.expiresAt, now);
    return [{ uniqueDocumentId: id, expiresAt, sharedAt: now }];
  });
}
