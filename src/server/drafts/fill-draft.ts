import type { z } from "zod";
import type { fillDraft as fillCall } from "#contract/admin/drafts.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import type { Id } from "#domain/id.ts";
import { withoutResolved } from "#domain/page/resolve-work-orders.ts";
import { variablesOf } from "#domain/page/variables.ts";
import { change } from "../access/change.ts";
import type { Editor } from "../access/gates.ts";
import type { Deps } from "../deps.ts";
import { toStoredForm } from "../documents/content.ts";
import { lockAnyDocument } from "../documents/queries.ts";
import { migrateAndSanitise } from "../documents/resolve-page.ts";
import { answerOf, requireRevision, storePage } from "../pages/save-page.ts";
import { storeRevision } from "../pages/store-revision.ts";
import { fillPage, findVariableTexts } from "../templates/fill-page.ts";
import { draftPage } from "./draft-pages.ts";

type Given = z.output<(typeof fillCall)["body"]>;

/** Fills the variables of a draft, also in locked blocks, with typed texts and with what the records say now. */
export async function fillDraft(
  deps: Deps,
  editor: Editor,
  uniqueDocumentId: Id,
  { revision, texts, contactId, validUntil: given }: Given,
): Promise<z.input<typeof fillCall.reply>> {
  return change(deps, editor, async (opened) => {
    const { tx, at, record } = opened;
    const document = await lockAnyDocument(tx, uniqueDocumentId);
    const owner = draftPage(document);
    owner.requireEditable();
    await requireRevision(tx, document, revision);
    const stored = withoutResolved(migrateAndSanitise(toStoredForm(document.puckState)));
    const validUntil = given ?? document.validUntil ?? undefined;
    const known = await findVariableTexts(tx, deps, { document, author: editor, at, contactId, validUntil });
    const typed = Object.entries(texts).filter(([, text]) => text !== "");
    const page = fillPage(stored, new Map([...known, ...typed]));
    if (canonicalJson(page) === canonicalJson(stored)) {
      return answerOf(owner);
    }
    await storeRevision(opened, owner, "WORK");
    const saved = await storePage(opened, deps, editor, owner, { page, isInActivity: true });
    const left = new Set(variablesOf(page).map(({ name }) => name));
    const filled = variablesOf(stored).flatMap(({ name }) => (left.has(name) ? [] : [name]));
    await record({
      action: "document.fill",
      subjectId: uniqueDocumentId,
      organizationId: document.organizationId,
      details: { variables: filled, revision: saved.pageRevision },
    });
    return answerOf(saved);
  });
}
