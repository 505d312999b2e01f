import { lockIssues } from "#domain/page/locks.ts";
import { migratePage } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { draftIssues } from "#domain/page/page-issues.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import { AppError } from "../app-error.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";

/** The page as it is stored in place of another one. Throws AppError "invalid" with each reason against it. */
export function checkPage(sent: PuckState, stored: PuckState): PuckState {
  refuseFor(draftIssues(sent, stored));
  const before = htmlOf(stored);
  const sanitise = (html: string) => (before.has(html) ? html : sanitiseHtml(html));
  return withoutResolved(mapRichText(migratePage(sent).page, sanitise));
}

/** Throws AppError "invalid" if the page changes what a template has locked in the stored one. Both are migrated. */
export function requireLocks(page: PuckState, stored: PuckState): void {
  const present = withoutResolved(stored);
  if (lockIssues(page, present).length === 0) return;
  // Editors get sanitised texts, and an older sanitiser may have stored others.
  const issues = lockIssues(mapRichText(page, sanitiseHtml), mapRichText(present, sanitiseHtml));
  refuseFor(issues.map((message) => ({ path: [], message })));
}

function refuseFor(issues: ReturnType<typeof draftIssues>): void {
  const [first] = issues;
  if (first) throw new AppError("invalid", `${first.message}. Nothing was saved.`, { issues });
}

/** The pieces of HTML of a page, which were sanitised when it was stored. */
function htmlOf(page: PuckState): Set<string> {
  const found = new Set<string>();
  mapRichText(page, (html) => {
    found.add(html);
    return html;
  });
  return found;
}
