import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { saveTemplatePage as saveCall } from "#contract/admin/templates.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import { checkDraftPage } from "../drafts/check-draft-page.ts";
import { keepPage, type PresentPage, whyKeptBeforeSave } from "../drafts/keep-revision.ts";
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
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const row = await lockTemplate(tx, templateId);
    const stored = migratePage(row.page).page;
    const page = withoutWork(checkDraftPage(given, stored));
    if (canonicalJson(page) === canonicalJson(withoutWork(stored))) return answer(tx, row, page);
    await requireRevision(tx, row, revision);
    const because = await whyKeptBeforeSave(opened, presentPage(row), editor.userProfileId);
    const isKept = because !== null && (await keepPage(opened, presentPage(row), because));
    const saved = await storeTemplatePage(opened, deps, editor, row, { page });
    // A person's saves in a row are one act in the activity, like those of a draft.
    if (isKept || row.pageRevision === 1 || row.pageSavedBy !== editor.userProfileId) {
      const details = { name: row.name, revision: saved.pageRevision };
      await record({ action: "template.edit", subjectId: templateId, details });
    }
    return answer(tx, saved, page);
  });
}

export function presentPage({ templateId, ...row }: TemplateRow): PresentPage {
  return { ...row, of: { templateId } };
}

type StoredNext = {
  page: PuckState;
  /** The stored page whose unreadable parts stay with this one. Defaults to the page before. */
  unreadOfPage?: PuckState;
};

/** Stores the page of a locked template as its next revision. */
export async function storeTemplatePage(
  { tx, at }: Pick<Change, "tx" | "at">,
  deps: Deps,
  editor: Editor,
  { templateId, pageRevision, page: before }: TemplateRow,
  { page, unreadOfPage = before }: StoredNext,
) {
  const saved = {
    page: { ...pageToStore(page), ...unreadOf(unreadOfPage) },
    pageRevision: pageRevision + 1,
    pageSavedAt: at,
    pageSavedBy: editor.userProfileId,
    updatedAt: at,
  };
  await tx.update(templates).set(saved).where(eq(templates.templateId, templateId));
  await registerImagesOfPages(tx, deps, [{ page, organizationId: null }]);
  return saved;
}

async function answer(
  tx: Tx,
  { pageRevision: revision, pageSavedAt }: Pick<TemplateRow, "pageRevision" | "pageSavedAt">,
  page: PuckState,
): Promise<Answer> {
  return { revision, savedAt: pageSavedAt.toISOString(), images: await findCopies(tx, page) };
}
