import { z } from "zod";
import { OF_DECISION } from "#domain/evidence/evidence-event.ts";
import { Id } from "#domain/id.ts";
import { change, PORTAL } from "../access/change.ts";
import { findOwner } from "../account/find-owner.ts";
import { findMailedAbout } from "../account/mail-choices.ts";
import type { Deps } from "../deps.ts";
import { findAnchor } from "../evidence/read-evidence.ts";
import { defineJob } from "../jobs/job.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { composeDecline } from "./decision-mails.ts";
import { type DecisionRow, type DocumentRow, findDecision, findDocument } from "./queries.ts";

/** The mails of one transaction. */
const BATCH_SIZE = 25;

/**
 * Mails the people of the company who chose it that a document was declined, and why, after the request of the client.
 * A killed job begins again; the event of the mails queues each once.
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
    const owner = await findOwner(tx, document);
    const mailed = await findMailedAbout(tx, "decisions", owner?.userProfileId ?? null);
    if (mailed.length === 0) deps.log.warn({ event }, "The company has no person to mail about a decline");
    const next = mailed.filter(({ userProfileId }) => userProfileId > after).slice(0, BATCH_SIZE);
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
