import type { z } from "zod";
import type { sendSample as sampleCall } from "#contract/admin/drafts.ts";
import type { Id } from "#domain/id.ts";
import { summarizePrice } from "#domain/pricing/price-summary.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { readUnsent } from "../documents/preview-document.ts";
import { consumeAttempt } from "../http/rate-limit.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { requireCompanyName } from "../settings/require-company-name.ts";
import { getDraft } from "./get-draft.ts";
import { composeSending } from "./sending-mails.ts";

const SAMPLES_AN_HOUR = 20;

/**
 * Mails a draft to its editor, marked as a sample, with the way to its preview; the same sample once. Throws AppError
 * "conflict" if the document is no draft or its page is empty.
 */
export async function sendSample(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { sampleId }: z.output<typeof sampleCall.body>,
): Promise<z.input<typeof sampleCall.reply>> {
  const { userProfileId, email, name: senderName } = editor;
  const limit = { key: `sample ${userProfileId}`, max: SAMPLES_AN_HOUR, windowSeconds: 3600 };
  return change(
    deps,
    editor,
    async ({ tx, at, record }) => {
      await requireCompanyName(tx, deps);
      const { organizationId, organizationName, page } = await getDraft(deps, uniqueDocumentId, tx);
      const unsent = await readUnsent(tx, organizationId, uniqueDocumentId, at);
      if (!unsent) throw conflict("sent-already", "This document was sent, so there is no sample of it.");
      if (page.content.length === 0) throw conflict("empty-page", "There is nothing on the page yet.");
      const price = summarizePrice(unsent.content.page);
      const sent = { ...unsent.document, organizationName, senderName, message: null, isAgain: false, price };
      const mail = composeSending(deps.settings.now(), deps.env.publicUrl, sent, "sample");
      const about = { subjectId: uniqueDocumentId, organizationId: null };
      const event = `document.sample:${uniqueDocumentId}:${sampleId}`;
      await queueMail(tx, deps, { to: email, about, ...mail }, event);
      await record({ action: "document.sample", subjectId: uniqueDocumentId, organizationId, details: {} });
      return { email };
    },
    { prepare: () => consumeAttempt(deps, [limit]) },
  );
}
