import { v7 } from "uuid";
import type { Id } from "#domain/id.ts";
import { withFreshIds } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import type { NewTemplate, Template, TemplateDetails } from "#domain/templates/template.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { pageToStore } from "../documents/content.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { copyStoredPage } from "../documents/resolve-page.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { templates } from "../schema/templates.ts";
import { lockTemplate, presentTemplate, publishTemplateChange, withoutWork } from "./queries.ts";

/** Adds a template with an empty page, or with a document's page as it is now. */
export async function addTemplate(
  deps: Deps,
  editor: Editor,
  { uniqueDocumentId, ...details }: NewTemplate,
): Promise<Template> {
  return change(deps, editor, async (opened) => {
    const document =
      uniqueDocumentId === undefined ? undefined : await lockAnyDocument(opened.tx, uniqueDocumentId);
    const page: PuckState = document
      ? freshPage(document.puckState)
      : { content: [], root: { props: { title: details.name } } };
    const from = document && { copyOf: document.externalId, copyOfId: document.uniqueDocumentId };
    return insertTemplate(opened, deps, editor, { ...details, variables: [], page }, from);
  });
}

/** Copies a template under another name. */
export async function duplicateTemplate(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  name: string,
): Promise<Template> {
  return change(deps, editor, async (opened) => {
    const source = await lockTemplate(opened.tx, templateId);
    const { description, variables } = source;
    const copy = { name, description, variables, page: freshPage(source.page) };
    return insertTemplate(opened, deps, editor, copy, { copyOf: source.name, copyOfId: templateId });
  });
}

/** A copy of a stored page with ids of its own and without work; locks and what cannot be read are kept. */
export function freshPage(stored: PuckState): PuckState {
  const page = withoutWork(copyStoredPage(pageToStore(stored)));
  return withFreshIds(page, (type) => `${type}-${v7()}`);
}

async function insertTemplate(
  { tx, at, record }: Change,
  deps: Deps,
  editor: Editor,
  { page, ...details }: TemplateDetails & { page: PuckState },
  from: Record<string, string> = {},
): Promise<Template> {
  const row = {
    templateId: v7(),
    ...details,
    page: pageToStore(page),
    pageSavedAt: at,
    pageSavedBy: editor.userProfileId,
    createdAt: at,
    updatedAt: at,
    retiredAt: null,
  };
  await tx.insert(templates).values(row);
  await registerImagesOfPages(tx, deps, [{ page, organizationId: null }]);
  const { templateId, name } = row;
  await record({ action: "template.add", subjectId: templateId, details: { name, ...from } });
  await publishTemplateChange(tx, deps, templateId);
  return presentTemplate({ ...row, recordVersion: 1 }, 0);
}
