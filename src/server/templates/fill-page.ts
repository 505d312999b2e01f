import type { PuckState } from "#domain/page/page.ts";
import { draftIssues } from "#domain/page/page-issues.ts";
import { fillVariables, type TextByVariable } from "#domain/page/variables.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import { AppError } from "../app-error.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";

/** A page with its variables filled, sanitised. Throws AppError "invalid" if a text becomes too long to store. */
export function fillPage(page: PuckState, texts: TextByVariable): PuckState {
  const filled = fillVariables(page, texts);
  const issues = draftIssues(filled, page);
  const [first] = issues;
  if (first) throw new AppError("invalid", `${first.message}. Nothing was saved.`, { issues });
  return mapRichText(filled, sanitiseHtml);
}
