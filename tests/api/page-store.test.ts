import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as drafts from "#contract/admin/drafts.ts";
import * as ofTemplates from "#contract/admin/templates.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { userProfiles } from "#server/schema/account.ts";
import { pagePresences } from "#server/schema/pages.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import { makeAdmin, makeDocument, makeTemplate, type TestPerson } from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
const colleague = await makeAdmin(app.db, "editor");

const KINDS = [
  {
    kind: "document",
    calls: { ...drafts, read: drafts.getDraft },
    edit: "document.edit",
    make: async (puckState: PuckState) =>
      (await makeDocument(app.db, { status: "DRAFT", shownAt: null, puckState })).uniqueDocumentId,
  },
  {
    kind: "template",
    calls: {
      read: ofTemplates.getTemplate,
      savePage: ofTemplates.saveTemplatePage,
      reportPresence: ofTemplates.reportTemplatePresence,
      leaveOutUnread: ofTemplates.leaveOutUnreadOfTemplate,
      listRevisions: ofTemplates.listTemplateRevisions,
      getRevision: ofTemplates.getTemplateRevision,
      restoreRevision: ofTemplates.restoreTemplateRevision,
    },
    edit: "template.edit",
    make: async (page: PuckState) => (await makeTemplate(app.db, { page })).templateId,
  },
];

const pageOf = (...content: PageItem[]): PuckState => ({ root: { props: {} }, content });
const heading = (text: string): PageItem => ({ type: "Heading", props: { id: "h", text } });
const UNREAD = { props: { words: "Ash and elm" } } as unknown as PageItem;

test.each(KINDS)(
  "STUDIO-13 unreadable sections of a $kind survive saves, are removed once, and are restored with their revision",
  async ({ calls, make }) => {
    const id = await make(pageOf(heading("Oak"), UNREAD));
    const read = () => app.request(calls.read, { as: office.viewer, params: { id } });
    const save = (revision: number, text: string) =>
      app.request(calls.savePage, {
        as: office.editor,
        params: { id },
        body: { revision, page: pageOf(heading(text)) },
      });
    await save(1, "Beech");
    const problems = ["There is no block that can be read at content[1]."];
    expect(await read()).toMatchObject({ problems, revision: 2 });
    const leaveOut = { as: office.editor, params: { id }, body: {} };
    await app.request(calls.leaveOutUnread, leaveOut);
    await app.request(calls.leaveOutUnread, leaveOut);
    // An open editor saves from the same revision.
    await save(2, "Elm");
    expect(await read()).toMatchObject({ problems: [], revision: 3 });

    const params = { id, number: "2" };
    const { changes } = await app.request(calls.getRevision, { as: office.viewer, params });
    expect(changes).toEqual(["The heading “Beech” now reads “Elm”."]);
    await app.request(calls.restoreRevision, { as: office.editor, params, body: { revision: 3 } });
    expect(await read()).toMatchObject({ problems, page: { content: [heading("Beech")] }, revision: 4 });
    const kept = await app.request(calls.listRevisions, { as: office.viewer, params: { id } });
    expect(kept.map(({ revision, because }) => [revision, because])).toEqual([
      [3, "RESTORED"],
      [2, "WORK"],
      [1, "WORK"],
    ]);
  },
);

test.each(KINDS)(
  "STUDIO-13 every save of a $kind is published, and the activity has one row for one person's work",
  async ({ calls, edit, make }) => {
    const id = await make(pageOf());
    const live = await openLive(app, { as: office.viewer });
    const published = () => live.events.filter((event) => event.id === id).length;
    const authors = async () =>
      (await office.history(id)).flatMap(({ action, userProfileId }) =>
        action === edit ? [userProfileId] : [],
      );
    const pages = [["One"], ["Two"], []];
    for (const [at, texts] of pages.entries()) {
      const body = { revision: at + 1, page: pageOf(...texts.map(heading)) };
      await app.request(calls.savePage, { as: office.editor, params: { id }, body });
      await expect.poll(published).toBe(at + 1);
    }
    // The emptied page is no revision, and the colleague who fills it is named all the same.
    const before = await authors();
    for (const revision of [4, 5]) {
      const body = { revision, page: pageOf(heading(`${revision}`)) };
      await app.request(calls.savePage, { as: colleague, params: { id }, body });
    }
    live.close();
    expect(await authors()).toEqual([colleague.userProfileId, ...before]);
  },
);

test.each(KINDS)(
  "STUDIO-16 people with a $kind open see the positions of the others, until a tab closes or is silent for 90 seconds",
  async ({ calls, make }) => {
    const [id, other] = [await make(pageOf()), await make(pageOf())];
    const report = (as: TestPerson, tabId: string, position: { blockId: string | null } | null, of = id) =>
      app.request(calls.reportPresence, { as, params: { id: of }, body: { tabId, position } });
    const { editor, viewer } = office;
    const [heard, bystander] = [await openLive(app, { as: editor }), await openLive(app, { as: viewer })];
    const events = () => heard.events.filter(({ kind }) => kind === "presence");
    expect(await report(editor, "first", { blockId: null })).toEqual([]);
    const first = { userProfileId: editor.userProfileId, tabId: "first", blockId: null };
    expect(await report(colleague, "theirs", { blockId: "h" })).toMatchObject([first]);
    await expect.poll(events).toEqual([{ kind: "presence", id }]);
    // A report that changes nothing is not published.
    await report(colleague, "theirs", { blockId: "h" });
    const { userProfileId } = colleague;
    const theirs = { userProfileId, tabId: "theirs", blockId: "h", name: expect.stringContaining("Ada") };
    expect(await report(editor, "first", { blockId: "h" })).toEqual([theirs]);
    expect(await report(editor, "second", { blockId: null })).toHaveLength(2);
    await report(editor, "second", null);
    expect(await report(editor, "first", { blockId: "h" })).toEqual([theirs]);
    expect(await report(editor, "first", { blockId: null }, other)).toEqual([]);
    await report(colleague, "theirs", { blockId: null });
    // One for each of: they came, the own second tab came and went, they moved.
    await expect.poll(() => events().length).toBe(4);
    expect(bystander.events.filter(({ kind }) => kind === "presence")).toEqual([]);

    const params = { id };
    const body = { tabId: "viewer", position: { blockId: null } };
    expect(await app.refusal(calls.reportPresence, { as: viewer, params, body })).toMatchObject({
      status: 403,
    });
    // A person who left the company is not listed and receives no events.
    const gone = await makeAdmin(app.db, "editor");
    await report(gone, "gone", { blockId: "h" });
    const former = await openLive(app, { as: gone });
    const isGone = eq(userProfiles.userProfileId, gone.userProfileId);
    await app.db.update(userProfiles).set({ adminRole: null }).where(isGone);
    expect(await report(editor, "first", { blockId: "h" })).toMatchObject([{ tabId: "theirs" }]);
    await expect.poll(() => events().length).toBe(5);
    await app.db.transaction((tx) =>
      app.deps.live.publish(tx, { person: gone.userProfileId }, { kind: "notification", id: "last" }),
    );
    await expect.poll(() => former.events).toEqual([{ kind: "notification", id: "last" }]);
    const later = vi.spyOn(app.deps, "clock").mockReturnValue(new Date(Date.now() + 91_000));
    expect(await report(editor, "first", { blockId: null })).toEqual([]);
    later.mockRestore();
    expect(await app.db.$count(pagePresences, eq(pagePresences.userProfileId, userProfileId))).toBe(0);
    for (const stream of [heard, bystander, former]) stream.close();
  },
);

test.each(KINDS)(
  "STUDIO-16 a save of a $kind answers the page as it was stored, if that is another one",
  async ({ calls, make }) => {
    const id = await make(pageOf());
    const paragraph = (text: string): PageItem => ({ type: "Paragraph", props: { id: "p", text } });
    const save = (revision: number, text: string) =>
      app.request(calls.savePage, {
        as: office.editor,
        params: { id },
        body: { revision, page: pageOf(paragraph(text)) },
      });
    expect((await save(1, "<p>Oak</p>")).page).toBeUndefined();
    const hostile = '<p onclick="x()">Oak and elm</p>';
    expect((await save(2, hostile)).page?.content).toEqual([paragraph("<p>Oak and elm</p>")]);
    // Its answer may be lost, so it is sent again.
    expect(await save(2, hostile)).toMatchObject({
      revision: 3,
      page: { content: [paragraph("<p>Oak and elm</p>")] },
    });
  },
);
