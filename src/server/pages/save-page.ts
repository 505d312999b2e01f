import type { z } from "zod";
import type { PageCalls } from "#contract/admin/page-calls.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { lockIssues } from "#domain/page/locks.ts";
import { migratePage, type UnreadPart } from "#domain/page/migrate-page.ts";
import type { PuckState } from "#domain/page/page.ts";
import { draftIssues } from "#domain/page/page-issues.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { mapRichText } from "#domain/page/walk-page.ts";
import { type Change, change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import { conflict, refuseIssues } from "../app-error.ts";
import type { Tx } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { toStoredForm } from "../documents/content.ts";
import { sanitiseHtml } from "../html/sanitise-html.ts";
import { registerImagesOfPages } from "../images/register-images.ts";
import type { NewestSave, PageOwner, PageOwners, StoredNext } from "./page-owner.ts";
import { findCopies, findSave } from "./queries.ts";
import { storeRevisionBeforeSave } from "./store-revision.ts";

type Given = z.output<PageCalls["savePage"]["body"]>;
type Answer = z.input<PageCalls["savePage"]["reply"]>;

/**
 * Saves the page of a draft or a template. The second of two people who save from the same revision gets a conflict.
 * Saving the stored page changes nothing, so that a save whose answer was lost can be repeated.
 */
export async function savePage(
  deps: Deps,
  editor: Editor,
  owners: PageOwners,
  id: Id,
  { revision, page: sentPage }: Given,
): Promise<Answer> {
  return change(deps, editor, async (opened) => {
    const { tx, record } = opened;
    const owner = await owners.lock(tx, id);
    owner.requireEditable();
    const before = migratePage(owner.page).page;
    const page = owner.withoutWorkOrderData(checkPage(sentPage, before));
    if (canonicalJson(page) === canonicalJson(owner.withoutWorkOrderData(before)))
      return answer(tx, owner, page, sentPage);
    await requireRevision(tx, owner, revision);
    if (owner.enforcesLocks) requireLocks(page, before);
    const isStored = await storeRevisionBeforeSave(opened, owner, editor.userProfileId);
    // A person's saves in a row are one act in the activity.
    const isInActivity = isStored || owner.pageRevision === 1 || owner.pageSavedBy !== editor.userProfileId;
    const saved = await storePage(opened, deps, editor, owner, { page, isInActivity });
    if (isInActivity) await record(actOf(saved, "edit"));
    return answer(tx, saved, page, sentPage);
  });
}

/** The audit row of what was done to a page. */
export function actOf(
  { actions, subject, pageRevision: revision }: PageOwner,
  what: keyof PageOwner["actions"],
  details: Record<string, unknown> = {},
): Parameters<Change["record"]>[0] {
  return { ...subject, action: actions[what], details: { ...subject.details, revision, ...details } };
}

/** Throws AppError "conflict" with the newest save if the caller has read another revision. */
export async function requireRevision(tx: Tx, newest: NewestSave, revision: number): Promise<void> {
  if (newest.pageRevision === revision) return;
  const save = await findSave(tx, newest);
  const message = `${save.savedBy?.name ?? "Someone else"} has saved this page since you opened it. Nothing was changed.`;
  throw conflict("changed-meanwhile", message, { ...save });
}

/**
 * Stores the next revision of a locked page, with the unreadable parts of `unreadOfPage`, by default the page before.
 */
export async function storePage(
  opened: Change,
  deps: Deps,
  editor: Editor,
  owner: PageOwner,
  { unreadOfPage = owner.page, ...next }: StoredNext & { unreadOfPage?: PuckState },
): Promise<PageOwner> {
  const saved = await owner.store(
    opened,
    deps,
    {
      page: { ...toStoredForm(next.page), ...unreadOf(unreadOfPage) },
      pageRevision: owner.pageRevision + 1,
      pageSavedAt: opened.at,
      pageSavedBy: editor.userProfileId,
    },
    next,
  );
  await registerImagesOfPages(opened.tx, deps, [{ page: next.page, organizationId: owner.organizationId }]);
  return saved;
}

function unreadOf(stored: PuckState): { unread?: UnreadPart[] } {
  const { unread } = migratePage(stored);
  return unread.length > 0 ? { unread } : {};
}

/** A save, as calls answer it. */
export function answerOf({ pageRevision: revision, pageSavedAt }: PageOwner) {
  return { revision, savedAt: pageSavedAt.toISOString() };
}

async function answer(tx: Tx, owner: PageOwner, page: PuckState, sentPage: PuckState): Promise<Answer> {
  const { totalCost } = owner;
  return {
    ...answerOf(owner),
    ...(totalCost !== undefined && { totalCost }),
    images: await findCopies(tx, page),
    // Otherwise the next change in a text that was sanitised would meet a conflict with its own author.
    ...(canonicalJson(page) !== canonicalJson(sentPage) && { page }),
  };
}

/** The page as it is stored in place of another one. Throws AppError "invalid" with each reason against it. */
export function checkPage(sent: PuckState, stored: PuckState): PuckState {
  refuseIssues(draftIssues(sent, stored));
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
  refuseIssues(issues.map((message) => ({ path: [], message })));
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
