import { count, eq, sql } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { PuckState } from "#domain/page/page.ts";
import { mapWorkOrderData } from "#domain/page/quoted-work.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import type { Template } from "#domain/templates/template.ts";
import { AppError } from "../app-error.ts";
import { orderable } from "../db/comparable-sql.ts";
import type { DbOrTx, Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { uniqueDocuments } from "../schema/documents.ts";
import { templates } from "../schema/templates.ts";

export type TemplateRow = typeof templates.$inferSelect;
type CardRow = Omit<TemplateRow, "words" | "page" | "pageRevision" | "pageSavedAt" | "pageSavedBy">;

export const NO_TEMPLATE = new AppError("not-found", "There is no such template.");

const CARD_COLUMNS = {
  templateId: templates.templateId,
  name: templates.name,
  description: templates.description,
  variables: templates.variables,
  validDays: templates.validDays,
  createdAt: templates.createdAt,
  updatedAt: templates.updatedAt,
  retiredAt: templates.retiredAt,
  recordVersion: templates.recordVersion,
};

/** All templates by name, without their pages. */
export async function findTemplates(reader: DbOrTx): Promise<Template[]> {
  const rows = await reader
    .select({ ...CARD_COLUMNS, documents: count(uniqueDocuments.uniqueDocumentId) })
    .from(templates)
    .leftJoin(uniqueDocuments, eq(uniqueDocuments.templateId, templates.templateId))
    .groupBy(templates.templateId)
    .orderBy(sql`${orderable(templates.name)} collate "C"`, templates.templateId);
  return rows.map(({ documents, ...row }) => presentTemplate(row, documents));
}

/** How many documents name the template. */
export async function countDocuments(reader: DbOrTx, templateId: Id): Promise<number> {
  return reader.$count(uniqueDocuments, eq(uniqueDocuments.templateId, templateId));
}

export async function findTemplate(reader: DbOrTx, templateId: Id): Promise<TemplateRow> {
  const [row] = await reader.select().from(templates).where(eq(templates.templateId, templateId));
  if (!row) throw NO_TEMPLATE;
  return row;
}

/** Reads and locks a template until the transaction ends. */
export async function lockTemplate(tx: Tx, templateId: Id): Promise<TemplateRow> {
  const [row] = await tx.select().from(templates).where(eq(templates.templateId, templateId)).for("update");
  if (!row) throw NO_TEMPLATE;
  return row;
}

/** A template that new documents can choose, which stays until the transaction ends; null if there is none. */
export async function shareLockTemplate(tx: Tx, templateId: Id): Promise<TemplateRow | null> {
  const [row] = await tx.select().from(templates).where(eq(templates.templateId, templateId)).for("share");
  return row && row.retiredAt === null ? row : null;
}

export function presentTemplate(row: CardRow, documents: number): Template {
  const {
    templateId,
    name,
    description,
    variables,
    validDays,
    createdAt,
    updatedAt,
    retiredAt,
    recordVersion,
  } = row;
  return {
    templateId,
    name,
    description,
    variables,
    validDays,
    documents,
    isRetired: retiredAt !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    recordVersion,
  };
}

/** A page without work orders, which only documents have. */
export function withoutWorkOrderData(page: PuckState): PuckState {
  return mapWorkOrderData(withoutResolved(page), () => ({ workOrderIds: [] }));
}

/** Tells the company's open pages of a changed template. */
export async function publishTemplateChange(
  tx: Tx,
  { live }: Pick<Deps, "live">,
  templateId: Id,
): Promise<void> {
  await live.publish(tx, { company: true }, { kind: "template", id: templateId });
}
