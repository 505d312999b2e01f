import type { UserProfile } from "#domain/account/user-profile.ts";
import { momentAt } from "#domain/world/world-moment.ts";
import { AppError } from "../app-error.ts";
import { checkReferences, type Problem } from "../creation/creation.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { checkQuotedWork } from "../documents/check-quoted-work.ts";
import { updateTotalCost } from "../documents/content.ts";
import { recordDecision } from "../documents/record-decision.ts";
import { createSharings } from "../public-view/create-sharings.ts";
import type { Identified } from "./identify-world.ts";
import { type Loading, tellProblems } from "./load-list.ts";

type Documents = Identified<"documents">[];
type Around = { personNamed: (name: string) => UserProfile | undefined; now: Date };

/** Completes the added documents after their work orders: totals, decisions and sharing. */
export async function settleDocuments(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  loading: Loading,
  documents: Documents,
  around: Around,
): Promise<void> {
  const problems = await checkQuotedWork(
    tx,
    documents.map(({ id, value }) => ({ ...value, uniqueDocumentId: id })),
  );
  await checkDeciders(tx, documents, problems, around);
  const refused = new Set(problems.map(({ at }) => at));
  for (const [at, document] of documents.entries()) {
    if (refused.has(at)) continue;
    try {
      await settleDocument(tx, deps, document, around);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ at, path: "", message: error.message });
    }
  }
  tellProblems(loading, "documents", documents, problems);
  await createSharings(tx, sharingsOf(documents, around.now));
}

async function checkDeciders(
  tx: Tx,
  documents: Documents,
  problems: Problem[],
  { personNamed }: Around,
): Promise<void> {
  const fresh = documents.map(({ id, value }, at) => ({ at, id, draft: value.decision?.by }));
  await checkReferences(tx, { fresh, problems }, (by) => [
    { path: "decision.by", to: "people", name: by && (personNamed(by)?.userProfileId ?? by) },
  ]);
}

async function settleDocument(
  tx: Tx,
  deps: Pick<Deps, "queue">,
  { id, value }: Identified<"documents">,
  { personNamed, now }: Around,
): Promise<void> {
  const { organizationId, decision, status } = value;
  const by = decision && personNamed(decision.by);
  if (!decision || !by) return updateTotalCost(tx, organizationId, id);
  return recordDecision(tx, deps, {
    uniqueDocumentId: id,
    organizationId,
    decision: status === "DECLINED" ? "DECLINED" : "APPROVED",
    by,
    decidedAt: momentAt(decision.at, now),
  });
}

function sharingsOf(documents: Documents, now: Date) {
  return documents.flatMap(({ id, value: { sharing } }) => {
    if (!sharing?.isShared) return [];
    const expiresAt = sharing.expiresAt === null ? null : momentAt(sharing.expiresAt, now);
    return [{ uniqueDocumentId: id, expiresAt, sharedAt: now }];
  });
}
