import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/sections.ts";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { draftIssues } from "#domain/page/page-issues.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import { type FullSection, type Section, withoutWork } from "#domain/sections/section.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError, conflict } from "../app-error.ts";
import type { DbOrTx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { toStoredForm } from "../documents/content.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { findCopies } from "../pages/queries.ts";
import { isAsRead } from "../record-version.ts";
import { sections } from "../schema/templates.ts";

export const NO_SECTION = new AppError("not-found", "This section no longer exists.");

type Row = typeof sections.$inferSelect;

/** All sections by name. */
export async function listSections(reader: DbOrTx): Promise<Section[]> {
  const { page: _, ...columns } = getTableColumns(sections);
  const rows = await reader
    .select(columns)
    .from(sections)
    .orderBy(asc(sql`lower(${sections.name})`), asc(sections.sectionId));
  return rows.map(presentSection);
}

/** One section with its blocks. Throws AppError "not-found". */
export async function getSection(reader: DbOrTx, sectionId: Id): Promise<FullSection> {
  const [row] = await reader.select().from(sections).where(eq(sections.sectionId, sectionId));
  if (!row) throw NO_SECTION;
  const page = mapRichText(migratePage(row.page).page, sanitiseHtml);
  return { ...presentSection(row), page, images: await findCopies(reader, page) };
}

export function presentSection({
  sectionId,
  name,
  madeBy,
  madeAt,
  recordVersion,
}: Omit<Row, "page">): Section {
  return { sectionId, name, madeBy, madeAt: madeAt.toISOString(), recordVersion };
}

/** Saves blocks as a section. */
export async function addSection(
  deps: Deps,
  editor: Editor,
  { name, page: sentPage }: z.output<typeof calls.addSection.body>,
): Promise<Section> {
  // The document may hold blocks that no portal knows any more.
  const [issue] = draftIssues(sentPage, sentPage);
  if (issue) throw new AppError("invalid", `${issue.message}. Nothing was saved.`);
  if (sentPage.content.length === 0)
    throw new AppError("invalid", "Please select the blocks of the section.");
  const page = withoutWork(withoutResolved(mapRichText(migratePage(sentPage).page, sanitiseHtml)));
  return change(deps, editor, async ({ tx, at, record }) => {
    const section = { sectionId: v7(), name, page: toStoredForm(page), madeBy: editor.name, madeAt: at };
    await tx.insert(sections).values(section);
    await registerImagesOfPages(tx, deps, [{ page, organizationId: null }]);
    await record({ action: "section.add", subjectId: section.sectionId, details: { name } });
    return presentSection({ ...section, recordVersion: 1 });
  });
}

/** Renames a section. Of two editors at once the second is told. */
export async function renameSection(
  deps: Deps,
  editor: Editor,
  sectionId: Id,
  { name, ...read }: z.output<typeof calls.renameSection.body>,
): Promise<Section> {
  return change(deps, editor, async ({ tx, record }) => {
    const [before] = await tx.select().from(sections).where(eq(sections.sectionId, sectionId)).for("update");
    if (!before) throw NO_SECTION;
    if (before.name === name) return presentSection(before);
    if (!isAsRead(read, before, before.name)) {
      const message = `Someone else has renamed this section to “${before.name}”. Your name wasn't saved.`;
      throw conflict("changed-meanwhile", message, { recordVersion: before.recordVersion });
    }
    const isIt = eq(sections.sectionId, sectionId);
    const [renamed = before] = await tx.update(sections).set({ name }).where(isIt).returning();
    await record({ action: "section.rename", subjectId: sectionId, details: { name, before: before.name } });
    return presentSection(renamed);
  });
}

/** Deletes a section. One that is gone already answers alike. */
export async function removeSection(deps: Deps, editor: Editor, sectionId: Id): Promise<{ sectionId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const [removed] = await tx.delete(sections).where(eq(sections.sectionId, sectionId)).returning();
    if (!removed) return { sectionId };
    await record({ action: "section.remove", subjectId: sectionId, details: { name: removed.name } });
    return { sectionId };
  });
}
