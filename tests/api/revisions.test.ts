import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { getDraft, getRevision, listRevisions, restoreRevision, savePage } from "#contract/admin/drafts.ts";
import {
  addTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateRevision,
  listTemplateRevisions,
  restoreTemplateRevision,
  saveTemplatePage,
} from "#contract/admin/templates.ts";
import type { PuckState } from "#domain/page/page.ts";
import { pageRevisions } from "#server/schema/pages.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makeAdmin, makeDocument, type TestPerson, unique } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
const colleague = await makeAdmin(app.db, "owner");

const pageOf = (...content: PuckState["content"]): PuckState => ({ root: { props: {} }, content });
const heading = (props: Record<string, unknown>) => ({ type: "Heading", props: { id: "h", ...props } });
const save = (id: string, revision: number, page: PuckState, as = office.editor) =>
  app.request(savePage, { as, params: { id }, body: { revision, page } });

test("STUDIO-8 versions of pages are stored before a colleague's save and after five minutes of work, compared and restored", async () => {
  const first = heading({ text: "A shop" });
  const { uniqueDocumentId: id } = await makeDocument(app.db, { status: "DRAFT", puckState: pageOf(first) });
  const now = app.deps.clock();
  const clock = vi.spyOn(app.deps, "clock").mockReturnValue(now);
  const text = (words: string) => pageOf(first, { type: "Paragraph", props: { id: "text", text: words } });
  await save(id, 1, text("One"));
  await save(id, 2, text("Two"));
  clock.mockReturnValue(new Date(now.getTime() + 5 * 60_000));
  await save(id, 3, text("Three"));
  await save(id, 4, text("Four"), colleague);
  vi.restoreAllMocks();
  const list = () => app.request(listRevisions, { as: office.viewer, params: { id } });
  const kept = await list();
  expect(kept.map(({ revision, because, savedBy }) => [revision, because, savedBy?.userProfileId])).toEqual([
    [4, "COLLEAGUE", office.editor.userProfileId],
    [3, "WORK", office.editor.userProfileId],
    [1, "WORK", undefined],
  ]);
  expect(kept[0]?.bytes).toBeGreaterThan(100);
  const edits = (await office.history(id)).filter(({ action }) => action === "document.edit");
  expect(edits).toHaveLength(3);

  const params = { id, number: "1" };
  const whole = await app.request(getRevision, { as: office.viewer, params });
  expect(whole.page.content).toMatchObject([first]);
  expect(whole.changes).toEqual(["Text was added to the section “A shop”."]);

  const restore = { as: office.editor, params, body: { revision: 4 } };
  expect(await app.refusal(restoreRevision, restore)).toMatchObject({
    status: 409,
    details: { reason: "changed-meanwhile", revision: 5 },
  });
  expect(await app.request(restoreRevision, { ...restore, body: { revision: 5 } })).toMatchObject({
    revision: 6,
  });
  expect((await app.request(getDraft, { as: office.viewer, params: { id } })).page.content).toMatchObject([
    first,
  ]);
  expect((await list())[0]).toMatchObject({ revision: 5, because: "RESTORED" });
  const missing = { ...restore, params: { id, number: "99" }, body: { revision: 6 } };
  expect(await app.refusal(restoreRevision, missing)).toMatchObject({ status: 404 });
});

test("STUDIO-8 STUDIO-9 versions of a template's page are stored before a colleague's save, read by a viewer, and restored with their locks", async () => {
  const as = office.editor;
  const add = () => app.request(addTemplate, { as, body: { name: unique("Shop"), description: "" } });
  const { templateId: id } = await add();
  const saveAs = (author: TestPerson, revision: number, text: string, locked: boolean) => {
    const body = { revision, page: pageOf(heading({ text, locked })) };
    return app.request(saveTemplatePage, { as: author, params: { id }, body });
  };
  await saveAs(as, 1, "Terms", true);
  await saveAs(as, 2, "Our terms", true);
  await saveAs(colleague, 3, "Whose terms?", false);
  const told = async () => {
    const kept = await app.request(listTemplateRevisions, { as: office.viewer, params: { id } });
    return kept.map(({ revision, because, savedBy }) => [revision, because, savedBy?.userProfileId]);
  };
  const kept = [
    [3, "COLLEAGUE", as.userProfileId],
    [2, "WORK", as.userProfileId],
  ];
  expect(await told()).toEqual(kept);
  const params = { id, number: "3" };
  const revision = await app.request(getTemplateRevision, { as: office.viewer, params });
  expect(revision.page.content).toMatchObject([{ props: { text: "Our terms", locked: true } }]);

  const restore = { as, params, body: { revision: 3 } };
  expect(await app.refusal(restoreTemplateRevision, restore)).toMatchObject({
    status: 409,
    details: {
      reason: "changed-meanwhile",
      revision: 4,
      savedBy: { userProfileId: colleague.userProfileId },
    },
  });
  const brought = await app.request(restoreTemplateRevision, { ...restore, body: { revision: 4 } });
  expect(brought.revision).toBe(5);
  const { page } = await app.request(getTemplate, { as: office.viewer, params: { id } });
  expect(page.content).toEqual(revision.page.content);
  expect(await told()).toEqual([[4, "RESTORED", colleague.userProfileId], ...kept]);
  expect((await office.history(id)).map(({ action }) => action)).toEqual([
    "template.revert",
    "template.edit",
    "template.edit",
    "template.edit",
    "template.add",
  ]);

  // A page is its own template's.
  const { templateId: other } = await add();
  for (const where of [
    { id: other, number: "3" },
    { id, number: "99" },
    { id: unique("none"), number: "3" },
  ]) {
    const read = { as: office.viewer, params: where };
    expect(await app.refusal(getTemplateRevision, read)).toMatchObject({ status: 404 });
    const again = { as, params: where, body: { revision: where.id === id ? 5 : 1 } };
    expect(await app.refusal(restoreTemplateRevision, again)).toMatchObject({ status: 404 });
  }

  // An emptied page leaves nothing to keep, and the activity names the colleague who fills it all the same.
  await app.request(saveTemplatePage, { as, params: { id }, body: { revision: 5, page: pageOf() } });
  const acts = async () =>
    (await office.history(id)).filter(({ action }) => action === "template.edit").length;
  const before = await acts();
  await saveAs(colleague, 6, "Theirs", false);
  await saveAs(colleague, 7, "Theirs now", false);
  expect(await acts()).toBe(before + 1);
  await app.request(deleteTemplate, { as, params: { id } });
  expect(await app.db.$count(pageRevisions, eq(pageRevisions.templateId, id))).toBe(0);
});
