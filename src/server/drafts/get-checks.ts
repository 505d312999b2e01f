import type { z } from "zod";
import type { getChecks as checksCall } from "#contract/admin/drafts.ts";
import { checkPage } from "#domain/documents/check-page.ts";
import type { Id } from "#domain/id.ts";
import { outsideImages } from "#domain/page/images.ts";
import { resolveWorkOrders } from "#domain/page/resolve-work-orders.ts";
import type { Admin } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { todayOf } from "../documents/queries.ts";
import { findUnshowableImages } from "../images/find-lost-images.ts";
import { findPresences } from "../pages/report-presence.ts";
import { lettersWithoutFont, shownTexts } from "../pdf/script-fonts.ts";
import { findAtFirst } from "./find-recipients.ts";
import { getDraft } from "./get-draft.ts";

/** What there is to look at before a draft is sent. */
export async function getChecks(
  deps: Pick<Deps, "db" | "clock" | "settings">,
  { userProfileId }: Pick<Admin, "userProfileId">,
  uniqueDocumentId: Id,
): Promise<z.input<typeof checksCall.reply>> {
  const draft = await getDraft(deps, uniqueDocumentId);
  const { page, problems, work, images, revision, name, organizationId, organizationName } = draft;
  const fetched = new Set(images.flatMap(({ source, size }) => (size === null ? [] : [source])));
  const checks = checkPage(page, work, {
    unfetched: new Set(outsideImages(page).filter((source) => !fetched.has(source))),
    lost: await findUnshowableImages(deps.db, page, organizationId),
    unread: problems,
    lettersWithoutFont: await lettersWithoutFont(
      shownTexts([name, organizationName, resolveWorkOrders(page, work)]).join(" "),
    ),
    today: todayOf(deps, deps.clock()),
    readers: (await findAtFirst(deps.db, organizationId, deps.clock())).length,
  });
  const open = await findPresences(deps.db, { uniqueDocumentId }, deps.clock());
  const colleague = open.find((one) => one.userProfileId !== userProfileId);
  const holder = colleague ? { userProfileId: colleague.userProfileId, name: colleague.name } : null;
  return { revision, checks, holder };
}
