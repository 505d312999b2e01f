import type { Id } from "#domain/id.ts";

/** The addresses of templates below /admin. */
export const TEMPLATES = "/templates";
/** The list with the dialog of a new template open. */
export const NEW_TEMPLATE = `${TEMPLATES}?new=1`;

export function templatePath(templateId: Id): string {
  return `${TEMPLATES}/${encodeURIComponent(templateId)}`;
}

/** The pages that a template had; with a number one of them. */
export function templateRevisionsPath(templateId: Id, revision?: number): string {
  const path = `${templatePath(templateId)}/revisions`;
  return revision === undefined ? path : `${path}?revision=${revision}`;
}

/** The editor of a new template, with the caret in its first text. */
export function templateWritePath(templateId: Id): string {
  return `${templateEditorPath(templateId)}?write`;
}

/** The editor of a template's page. */
export function templateEditorPath(templateId: Id): string {
  return `${templatePath(templateId)}/edit`;
}
