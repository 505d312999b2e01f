import { eq } from "drizzle-orm";
import type { z } from "zod";
import type * as calls from "#contract/admin/templates.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { detailsOfTemplate, type Template, type TemplateDetails } from "#domain/templates/template.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { changedMeanwhile } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { templates } from "../schema/templates.ts";
import { countDocuments, lockTemplate, presentTemplate, tellOfTemplate } from "./queries.ts";

type Wanted = z.output<(typeof calls.changeTemplate)["body"]>;

/** Changes name, description or own variables of a template. A repeated change has no effect. */
export async function changeTemplate(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  { asRead, ...wanted }: Wanted,
): Promise<Template> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockTemplate(tx, templateId);
    const documents = await countDocuments(tx, templateId);
    const before = detailsOfTemplate(row);
    const fields = differing(before, wanted);
    if (fields.length === 0) return presentTemplate(row, documents);
    if (differing(before, asRead).length > 0)
      throw changedMeanwhile("this template", { template: presentTemplate(row, documents) });
    await tx
      .update(templates)
      .set({ ...wanted, updatedAt: at })
      .where(eq(templates.templateId, templateId));
    await record({
      action: "template.change",
      subjectId: templateId,
      details: { name: wanted.name, fields, before, after: wanted },
    });
    await tellOfTemplate(tx, deps, templateId);
    return presentTemplate({ ...row, ...wanted, updatedAt: at }, documents);
  });
}

function differing(one: TemplateDetails, other: TemplateDetails): string[] {
  const fields = ["name", "description", "variables"] as const;
  return fields.filter((field) => canonicalJson(one[field]) !== canonicalJson(other[field]));
}
