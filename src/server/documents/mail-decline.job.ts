import { and, asc, gt, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { OF_DECISION } from "#domain/evidence/evidence-event.ts";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { findAnchor } from "../evidence/read-evidence.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { userProfiles } from "../schema/account.ts";
import { composeDecline } from "./decision-mails.ts";
import { type DecisionRow, type DocumentRow, findDecision, findDocument } from "./queries.ts";

/** The mails of one transaction. */
const BATCH_SIZE = 25;

/**
 * Mails the company's people that a document was declined, and why, after the request of the client. A killed job
 * begins again; the event of the mails queues each once.
 */
export const mailDecline = defineJob({
  name: "mail-decline",
  payload: z.strictObject({ uniqueDocumentId: Id }),
  async run(deps, { uniqueDocumentId }) {
    const decision = await findDecision(deps.db, uniqueDocumentId);
    if (decision?.decision !== "DECLINED") return;
    const document = await findDocument(deps.db, decision.organizationId, { uniqueDocumentId });
    if (!document) return;
    let after: Id | null = "";
    while (after !== null) after = await mailSome(deps, document, decision, after);
  },
});

/** Queues the next mails. Returns the last person; null if there are no more. */
async function mailSome(
  deps: Deps,
  document: DocumentRow,
  decision: DecisionRow,
  after: Id,
): Promise<Id | null> {
  const { uniqueDocumentId: subjectId, organizationId } = document;
  // A new version of the document may be declined again.
  const event = `document.declined:${subjectId}:${decision.versionNumber}`;
  return change(deps, PORTAL, async ({ tx }) => {
    const next = await findAdmins(tx, after);
    if (next.length === 0 && after === "")
      deps.log.warn({ event }, "The company has no person to mail about a decline");
    const anchor = await findAnchor(tx, subjectId, OF_DECISION);
    const mail = composeDecline(deps.settings.now(), deps.env.publicUrl, {
      ...document,
      ...decision,
      anchor,
    });
    const about = { subjectId, organizationId };
    for (const { email } of next) await queueMail(tx, deps, { to: email, about, ...mail }, event);
    return next.length < BATCH_SIZE ? null : (next.at(-1)?.userProfileId ?? null);
  });
}

function findAdmins(reader: DbOrTx, after: Id): Promise<{ userProfileId: Id; email: string }[]> {
  const { userProfileId, email, adminRole } = userProfiles;
  return reader
    .select({ userProfileId, email })
    .from(userProfiles)
    .where(and(isNotNull(adminRole), gt(userProfileId, after)))
    .orderBy(asc(userProfileId))
    .limit(BATCH_SIZE);
}
