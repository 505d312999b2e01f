import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import type { FullSection, Section } from "#domain/sections/section.ts";
import { AppError } from "../app-error.ts";
import type { Reader } from "../db/database.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { findCopies } from "../pages/queries.ts";
import { sections } from "../schema/templates.ts";

export const NO_SECTION = new AppError("not-found", "There is no such section any more.");

type Row = typeof sections.$inferSelect;

/** All sections by name. */
export async function listSections(reader: Reader): Promise<Section[]> {
  const { page: _, ...columns } = getTableColumns(sections);
  const rows = await reader
    .select(columns)
    .from(sections)
    .orderBy(asc(sql`lower(${sections.name})`), asc(sections.sectionId));
  return rows.map(presentSection);
}

/** One section with its blocks. Throws AppError "not-found". */
export async function getSection(reader: Reader, sectionId: Id): Promise<FullSection> {
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
