import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import type { z } from "zod";
import type * as calls from "#contract/admin/templates.ts";
import { changedFields } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { withFreshIds } from "#domain/page/edit-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { STARTERS } from "#domain/starters/starter.ts";
import { starterPage } from "#domain/starters/starter-page.ts";
import {
  detailsOfTemplate,
  type NewTemplate,
  type Template,
  type TemplateDetails,
} from "#domain/templates/template.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { type AppError, conflict } from "../app-error.ts";
import type { Deps } from "../deps.ts";
import { toStoredForm } from "../documents/content.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { copyStoredPage } from "../documents/resolve-page.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import { requireAsRead } from "../record-version.ts";
import { templates } from "../schema/templates.ts";
import {
  countDocuments,
  lockTemplate,
  presentTemplate,
  publishTemplateChange,
  withoutWorkOrderData,
} from "./queries.ts";

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
    return insertTemplate(opened, deps, editor, { ...details, variables: [], validDays: null, page }, from);
  });
}

/** Adds a page of the portal's library as a template. */
export async function addStarterTemplate(
  deps: Deps,
  editor: Editor,
  { starter, name }: z.output<typeof calls.addStarterTemplate.body>,
): Promise<Template> {
  const { description } = STARTERS[starter];
  const details = { name, description, validDays: null, ...starterPage(starter) };
  return change(deps, editor, async (opened) => insertTemplate(opened, deps, editor, details, { starter }));
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
    const { description, variables, validDays } = source;
    const copy = { name, description, variables, validDays, page: freshPage(source.page) };
    return insertTemplate(opened, deps, editor, copy, { copyOf: source.name, copyOfId: templateId });
  });
}

/** A copy of a stored page with ids of its own and without work; locks and what cannot be read are kept. */
export function freshPage(stored: PuckState): PuckState {
  const page = withoutWorkOrderData(copyStoredPage(toStoredForm(stored)));
  return withFreshIds(page, (type) => `${type}-${v7()}`);
}

async function insertTemplate(
  { tx, at, record }: Change,
  deps: Deps,
  editor: Editor,
  {
    page,
    ...details
  }: Omit<Required<TemplateDetails>, "validDays"> & {
    page: PuckState;
    validDays: number | null;
  },
  from: Record<string, string> = {},
): Promise<Template> {
  const row = {
    templateId: v7(),
    ...details,
    page: toStoredForm(page),
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

type ChangedTemplate = z.output<(typeof calls.changeTemplate)["body"]>;

/** Changes name, description or own variables of a template. A repeated change has no effect. */
export async function changeTemplate(
  deps: Deps,
  editor: Editor,
  templateId: Id,
  { recordVersion, asRead, ...given }: ChangedTemplate,
): Promise<Template> {
  return change(deps, editor, async ({ tx, at, record }) => {
    const row = await lockTemplate(tx, templateId);
    const documents = await countDocuments(tx, templateId);
    const before = detailsOfTemplate(row);
    const { validDays } = row;
    const changes = { ...given, validDays: given.validDays === undefined ? validDays : given.validDays };
    const fields = changedFields({ ...before, validDays }, changes);
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

/** Deletes a template that no document names. A document that is being made from it comes first or is refused. */
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
  return conflict("in-use", message, { documents });
}
