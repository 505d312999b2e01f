import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/templates.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { detailsOfTemplate, type Template } from "#domain/templates/template.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { requireAsRead } from "../record-version.ts";
import { templates } from "../schema/templates.ts";
import { countDocuments, lockTemplate, presentTemplate, publishTemplateChange } from "./queries.ts";

type Body = z.output<(typeof calls.changeTemplate)["body"]>;

/** Changes name, description or own variables of a template. A repeated change has no effect. */
export async function changeTemplate(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  { recordVersion, asRead, ...changes }: Body,
): Promise<Template> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockTemplate(tx, templateId);
    const documents = await countDocuments(tx, templateId);
    const before = detailsOfTemplate(row);
    const fields = changedFields(before, changes);
    const template = presentTemplate(row, documents);
    if (fields.length === 0) return template;
    requireAsRead({ recordVersion, asRead }, row, before, "this template", { template });
    const [changed = row] = await tx
      .update(templates)
      .set({ ...changes, updatedAt: at })
      .where(eq(templates.templateId, templateId))
      .returning();
    await record({
      action: "template.change",
      subjectId: templateId,
      details: { name: changes.name, fields, before, after: changes },
    });
    await publishTemplateChange(tx, deps, templateId);
    return presentTemplate(changed, documents);
  });
}
