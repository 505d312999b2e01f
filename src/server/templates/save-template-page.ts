import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { saveTemplatePage as saveCall } from "#contract/admin/templates.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { KEPT_EVERY_MS } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import { checkDraftPage } from "../drafts/check-draft-page.ts";
import { findCopies } from "../drafts/queries.ts";
import { requireRevision, unreadOf } from "../drafts/save-page.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { lockTemplate, type TemplateRow, withoutWork } from "./queries.ts";
import { templates } from "./tables.ts";

type Given = z.output<(typeof saveCall)["body"]>;
type Answer = z.input<(typeof saveCall)["reply"]>;

/**
 * Saves the page of a template by the rules of a draft's (src/server/drafts/save-page.ts). Its locks are its author's,
 * who may change them and what is locked.
 */
export async function saveTemplatePage(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  { revision, page: given }: Given,
): Promise<Answer> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockTemplate(tx, templateId);
    const stored = migratePage(row.page).page;
    const page = withoutWork(checkDraftPage(given, stored));
    if (canonicalJson(page) === canonicalJson(withoutWork(stored))) return answer(tx, row, page);
    await requireRevision(tx, row, revision);
    const saved = {
      page: { ...pageToStore(page), ...unreadOf(row.page) },
      pageRevision: row.pageRevision + 1,
      pageSavedAt: at,
      pageSavedBy: editor.userProfileId,
      updatedAt: at,
    };
    await tx.update(templates).set(saved).where(eq(templates.templateId, templateId));
    await registerImagesOfPages(tx, deps, [page]);
    if (isNewSpell(row, editor.userProfileId, at)) {
      const details = { name: row.name, revision: saved.pageRevision };
      await record({ action: "template.edit", subjectId: templateId, details });
    }
    return answer(tx, saved, page);
  });
}

/** A person's saves in a row are one act in the activity, like those of a draft. */
function isNewSpell({ pageSavedBy, pageSavedAt, pageRevision }: TemplateRow, saver: Id, now: Date): boolean {
  const isOthers = pageSavedBy !== saver || pageRevision === 1;
  return isOthers || now.getTime() - pageSavedAt.getTime() >= KEPT_EVERY_MS;
}

async function answer(
  tx: Tx,
  { pageRevision: revision, pageSavedAt }: Pick<TemplateRow, "pageRevision" | "pageSavedAt">,
  page: PuckState,
): Promise<Answer> {
  return { revision, savedAt: pageSavedAt.toISOString(), images: await findCopies(tx, page) };
}
