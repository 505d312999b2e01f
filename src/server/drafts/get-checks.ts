import type { z } from "zod";
import type { getChecks as checksCall } from "#contract/admin/drafts.ts";
import { checkPage } from "#domain/documents/check-page.ts";
import type { Id } from "#domain/id.ts";
import { outsideImages } from "#domain/page/images.ts";
import type { PuckState } from "#domain/page/page.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import { textsInside } from "#domain/storable-text.ts";
import type { DocumentWork } from "#domain/work-orders/document-work.ts";
import type { Deps } from "../deps.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findUnshowableImages } from "../images/find-lost-images.ts";
import { lettersWithoutFont } from "../pdf/script-fonts.ts";
import { findMembers } from "./announce-sending.ts";
import { getDraft } from "./get-draft.ts";

/** What there is to look at before a draft is sent. */
export async function getChecks(
  deps: Pick<Deps, "db" | "clock">,
  uniqueDocumentId: Id,
): Promise<z.input<typeof checksCall.reply>> {
  const draft = await getDraft(deps, uniqueDocumentId);
  const { page, problems, work, images, revision, organizationId, holder } = draft;
  const fetched = new Set(images.flatMap(({ source, size }) => (size === null ? [] : [source])));
  const checks = checkPage(page, work, {
    unfetched: new Set(outsideImages(page).filter((source) => !fetched.has(source))),
    lost: await findUnshowableImages(deps.db, page, organizationId),
    unread: problems,
    lettersWithoutFont: missingLetters(page, work),
    readers: (await findMembers(deps.db, organizationId)).length,
  });
  return { revision, checks, holder };
}

function missingLetters(page: PuckState, work: DocumentWork): string[] {
  const texts = [...textsInside(resolveWorkOrders(page, work))].map(({ text }) => text);
  // HTML may write a letter by its number: "&#x995;".
  const shown = texts.map((text) => (text.includes("&") ? `${text} ${sanitiseHtml(text)}` : text));
  return lettersWithoutFont(shown.join(" "));
}
