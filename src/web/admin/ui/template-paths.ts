import type { Id } from "#domain/id.ts";

/** The addresses of templates below /admin. */
export const TEMPLATES = "/templates";
/** The list with the dialog of a new template open. */
export const NEW_TEMPLATE = `${TEMPLATES}?new=1`;

export function templatePath(templateId: Id): string {
  return `${TEMPLATES}/${encodeURIComponent(templateId)}`;
}

/** The editor of a template's page. */
export function templateEditorPath(templateId: Id): string {
  return `${templatePath(templateId)}/edit`;
}
