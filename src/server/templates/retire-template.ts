import { eq } from "drizzle-orm";
import type { Id } from "#domain/id.ts";
import type { Template } from "#domain/templates/template.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { AppError } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { templates } from "../schema/templates.ts";
import { countDocuments, lockTemplate, presentTemplate, publishTemplateChange } from "./queries.ts";

/** Retires a template or restores it. Documents that were made from it stay as they are. Repeating has no effect. */
export async function retireTemplate(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  isRetired: boolean,
): Promise<Template> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockTemplate(tx, templateId);
    const documents = await countDocuments(tx, templateId);
    if ((row.retiredAt !== null) === isRetired) return presentTemplate(row, documents);
    const changed = { retiredAt: isRetired ? at : null, updatedAt: at };
    await tx.update(templates).set(changed).where(eq(templates.templateId, templateId));
    await record({
      action: isRetired ? "template.retire" : "template.restore",
      subjectId: templateId,
      details: { name: row.name },
    });
    await publishTemplateChange(tx, deps, templateId);
    return presentTemplate({ ...row, ...changed }, documents);
  });
}

/**
 * Deletes a template that no document names. A document that is made from it at this moment comes wholly before, and
 * then nothing is deleted, or is refused.
 */
export async function deleteTemplate(
  deps: Deps,
  editor: Editor,
  templateId: Id,
): Promise<{ templateId: Id }> {
  return change(deps, editor, async ({ tx, record }) => {
    const { name } = await lockTemplate(tx, templateId);
    const documents = await countDocuments(tx, templateId);
    if (documents > 0) throw inUse(documents);
    await tx.delete(templates).where(eq(templates.templateId, templateId));
    await record({ action: "template.delete", subjectId: templateId, details: { name } });
    await publishTemplateChange(tx, deps, templateId);
    return { templateId };
  });
}

function inUse(documents: number): AppError {
  const which = documents === 1 ? "1 document was" : `${documents.toLocaleString("en-AU")} documents were`;
  const message = `${which} made from this template, so it is kept. Nothing was deleted. You can retire it instead.`;
  return new AppError("conflict", message, { reason: "in-use", documents });
}
