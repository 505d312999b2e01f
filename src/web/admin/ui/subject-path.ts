import type { Activity } from "#domain/activity/activity.ts";
import type { Id } from "#domain/id.ts";
import { invoicePath, personPath } from "#web/paths.ts";
import { documentPath } from "./document-paths.ts";
import { organizationPath } from "./organization-path.ts";
import { templatePath } from "./template-paths.ts";
import { workOrderPath } from "./work-order-paths.ts";

const PATHS: Readonly<Record<string, (id: Id) => string>> = {
  document: documentPath,
  "work-order": workOrderPath,
  invoice: invoicePath,
  organization: organizationPath,
  person: personPath,
  template: templatePath,
};

/** The address of the record that something happened to, below /admin; null without one. */
export function subjectPath({ action, subjectId }: Pick<Activity, "action" | "subjectId">): string | null {
  const [noun = "", deed] = action.split(".");
  return deed === "delete" || deed === "remove" ? null : (PATHS[noun]?.(subjectId) ?? null);
}
