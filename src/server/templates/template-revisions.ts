import type { z } from "zod";
import type { restoreTemplateRevision as restoreCall } from "#contract/admin/templates.ts";
import type { Revision, RevisionWithPage } from "#domain/drafts/revision.ts";
import type { Id } from "#domain/id.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Reader } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { pageToStore } from "../documents/page-to-store.ts";
import { showStoredPage } from "../documents/resolve-page.ts";
import { findKeptPage, findRevision, findRevisions } from "../drafts/find-revisions.ts";
import { keepPage } from "../drafts/keep-revision.ts";
import { requireRevision } from "../drafts/save-page.ts";
import { findTemplate, lockTemplate, tellOfTemplate, withoutWork } from "./queries.ts";
import { presentPage, storeTemplatePage } from "./save-template-page.ts";

/** The pages that a template had, latest first. */
export async function listTemplateRevisions(reader: Reader, templateId: Id): Promise<Revision[]> {
  await findTemplate(reader, templateId);
  return findRevisions(reader, { templateId });
}

export async function getTemplateRevision(
  reader: Reader,
  templateId: Id,
  number: number,
): Promise<RevisionWithPage> {
  const { stored, ...found } = await findRevision(reader, { templateId }, number);
  return { ...found, page: withoutWork(showStoredPage(stored)) };
}

/** Makes an earlier page the present one, with its locks. The page that it replaces is kept. */
export async function restoreTemplateRevision(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  number: number,
  { revision: asRead }: z.output<typeof restoreCall.body>,
): Promise<z.input<typeof restoreCall.reply>> {
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const row = await lockTemplate(tx, templateId);
    await requireRevision(tx, row, asRead);
    const stored = await findKeptPage(tx, { templateId }, number);
    const page = withoutWork(showStoredPage(pageToStore(stored)));
    await keepPage(opened, presentPage(row), "RESTORED");
    const { pageRevision, pageSavedAt } = await storeTemplatePage(opened, deps, editor, row, {
      page,
      unreadOfPage: stored,
    });
    const details = { name: row.name, restored: number, revision: pageRevision };
    await record({ action: "template.revert", subjectId: templateId, details });
    await tellOfTemplate(tx, deps, templateId);
    return { revision: pageRevision, savedAt: pageSavedAt.toISOString() };
  });
}
