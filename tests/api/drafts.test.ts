import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import {
  addNewVersion,
  getChecks,
  getDraft,
  leaveOutUnread,
  listRevisions,
  recallDocument,
  reportPresence,
  restoreRevision,
  savePage,
  sendDocument,
  withdrawDocument,
} from "#contract/admin/drafts.ts";
import {
  addSection,
  getSection,
  listSections,
  removeSection,
  renameSection,
} from "#contract/admin/sections.ts";
import { getDocument, listDocuments } from "#contract/documents.ts";
import { listNotifications } from "#contract/notifications.ts";
import { search } from "#contract/search.ts";
import { listWorkOrders } from "#contract/work-orders.ts";
import { BLANK_PAGE } from "#domain/documents/document-details.ts";
import { mergePages } from "#domain/page/merge-pages.ts";
import type { PageItem, PuckState } from "#domain/page/page.ts";
import { lockAnyDocument } from "#server/documents/queries.ts";
import { mails } from "#server/schema/mail.ts";
import { pageRevisions } from "#server/schema/pages.ts";
import { openOffice } from "#tests/support/company-documents.ts";
import {
  makeAdmin,
  makeDocument,
  makeOrganization,
  makePerson,
  makeProduct,
  makeQuote,
  type TestPerson,
  unique,
} from "#tests/support/factories.ts";
import { openLive } from "#tests/support/live-stream.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const office = await openOffice(app);
const colleague = await makeAdmin(app.db, "owner");

const read = (id: string) => app.request(getDraft, { as: office.viewer, params: { id } });
const save = (id: string, revision: number, page: PuckState, as = office.editor) =>
  app.request(savePage, { as, params: { id }, body: { revision, page } });
const refuseSave = (id: string, revision: number, page: PuckState, as = office.editor) =>
  app.refusal(savePage, { as, params: { id }, body: { revision, page } });

const ALL_TIME = { startDate: "2000-01-01T00:00:00Z", endDate: "2100-01-01T00:00:00Z" };
type ListQuery = NonNullable<Parameters<typeof app.request<typeof listDocuments>>[1]["query"]>;

const block = (type: string, props: Record<string, unknown> = {}) => ({
  type,
  props: { id: unique(type), ...props },
});
const pageOf = (...content: PuckState["content"]): PuckState => ({ root: { props: {} }, content });

test("STUDIO-7 a draft is read with its work, and a save answers the next revision and the total", async () => {
  const { organizationId, organizationName } = await makeOrganization(app.db);
  const { productId } = await makeProduct(app.db, { productName: "Oak", productRate: "50" });
  const { document, workOrders } = await makeQuote(app.db, {
    organizationId,
    document: { status: "DRAFT", shownAt: null },
    workOrders: [{ name: "A door", products: [{ productId, total: "2" }] }],
  });
  const { uniqueDocumentId: id } = document;
  const workOrderId = workOrders[0]?.workOrderId ?? "";
  const draft = await read(id);
  expect(draft).toMatchObject({
    uniqueDocumentId: id,
    organizationId,
    organizationName,
    status: "DRAFT",
    revision: 1,
    savedBy: null,
    problems: [],
    images: [],
    work: {
      workOrders: [{ workOrderId, name: "A door", products: [{ productId, total: 2 }] }],
      products: [{ productId, productName: "Oak", productRate: 50 }],
    },
  });
  const data = { workOrderIds: [workOrderId], workOrders: [{ workOrderId, name: "Forged" }] };
  const saved = await save(id, 1, pageOf(block("WorkOrders", { workOrderData: data, gst: true })));
  expect(saved).toMatchObject({ revision: 2, totalCost: 110 });
  expect(await read(id)).toMatchObject({
    revision: 2,
    savedBy: { userProfileId: office.editor.userProfileId },
    page: { content: [{ props: { workOrderData: { workOrderIds: [workOrderId] } } }] },
  });
  expect(JSON.stringify((await read(id)).page)).not.toContain("Forged");
});

async function makeDraft(page: PuckState = pageOf(block("Heading", { text: "A shop" }))) {
  return (await makeDocument(app.db, { status: "DRAFT", shownAt: null, puckState: page })).uniqueDocumentId;
}

test("STUDIO-7 the second of two editors learns who saved and when, and may save from there", async () => {
  const id = await makeDraft();
  const mine = pageOf(block("Heading", { text: "Mine" }));
  const first = await save(id, 1, mine);
  const refused = await refuseSave(id, 1, pageOf(block("Heading", { text: "Theirs" })), colleague);
  expect(refused).toMatchObject({
    status: 409,
    details: {
      reason: "changed-meanwhile",
      revision: 2,
      savedAt: first.savedAt,
      savedBy: { userProfileId: office.editor.userProfileId },
    },
  });
  expect((await read(id)).page.content).toMatchObject(mine.content);
  expect(await save(id, 2, pageOf(block("Heading", { text: "Both" })), colleague)).toMatchObject({
    revision: 3,
  });
});

test("STUDIO-16 two editors' changes of one page merge, and are saved on the revision of the first", async () => {
  const id = await makeDraft();
  await save(
    id,
    1,
    pageOf(block("Heading", { id: "a", text: "A" }), block("Heading", { id: "b", text: "B" })),
  );
  const base = (await read(id)).page;
  const mine = pageOf(block("Heading", { id: "a", text: "Mine" }), block("Heading", { id: "b", text: "B" }));
  const theirs = pageOf(
    block("Heading", { id: "b", text: "Theirs" }),
    block("Heading", { id: "n", text: "New" }),
  );
  await save(id, 2, theirs, colleague);
  expect(await refuseSave(id, 2, mine)).toMatchObject({
    details: { reason: "changed-meanwhile", revision: 3 },
  });
  const stored = await read(id);
  const { page, conflictIds } = mergePages([base], mine, stored.page);
  expect(conflictIds).toEqual([]);
  await save(id, stored.revision, page);
  const texts = (await read(id)).page.content.map(({ props }) => props.text);
  expect(texts).toEqual(["Mine", "Theirs", "New"]);
});

test("STUDIO-12 a save notifies open views of the draft, and lists only of what they show", async () => {
  const id = await makeDraft();
  const page = await openLive(app, { as: office.viewer });
  const mine = () => page.events.filter((event) => event.id === id);
  const heard = () => mine().map(({ kind }) => kind);
  const heading = (text: string) => pageOf(block("Heading", { text }));
  // The first page and a colleague's are kept, which the activity shows.
  await save(id, 1, heading("A shop, open"));
  await expect.poll(heard).toEqual(["document"]);
  await save(id, 2, heading("A shop, opened"));
  await expect.poll(heard).toEqual(["document", "draft"]);
  // An editor that has this revision already fetches nothing.
  expect(mine().at(-1)?.revision).toBe(3);
  await save(id, 3, heading("A shop, opening"), colleague);
  await expect.poll(heard).toEqual(["document", "draft", "document"]);
  page.close();
});

test("STUDIO-12 a save whose answer was lost is sent again without harm, and at once only one of two wins", async () => {
  const id = await makeDraft();
  const page = pageOf(block("Heading", { text: "Once" }));
  const first = await save(id, 1, page);
  expect(await save(id, 1, page)).toEqual(first);
  const outcomes = await Promise.all(
    ["One", "Two"].map((text, at) => {
      const as = at === 0 ? office.editor : colleague;
      const body = { revision: 2, page: pageOf(block("Heading", { text })) };
      return app.rawRequest(`PATCH /api/unique-document/admin/${id}/draft`, { as, body });
    }),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read(id)).revision).toBe(3);
});

test("EDIT-8 a save keeps existing unknown blocks, and refuses new ones and blocks in a wrong position", async () => {
  const unknown = block("Carousel", { speed: 3, inside: [{ html: "<b>kept</b>" }] });
  const id = await makeDraft(pageOf(unknown));
  const heading = block("Heading", { text: "<script>alert(1)</script>" });
  const text = block("Paragraph", { text: '<p onclick="x()">Oak <b>and</b> ash</p><script>x()</script>' });
  await save(id, 1, pageOf(unknown, heading, text));
  expect((await read(id)).page.content).toMatchObject([
    unknown,
    heading,
    { props: { text: "<p>Oak <b>and</b> ash</p>" } },
  ]);
  const inLink = block("LinkWrapper", { content: [block("LinkWrapper")] });
  const refusals: [PuckState, string][] = [
    [pageOf(unknown, block("Marquee")), "no block of the type"],
    [pageOf(inLink), "may not stand in a LinkWrapper"],
    [pageOf(heading, heading), "without an id of its own"],
    [pageOf(block("Heading", { text: "x".repeat(200_001) })), "at most 200,000"],
    [{ ...pageOf(heading), version: 99 }, "of version 99"],
  ];
  for (const [page, words] of refusals) {
    const refused = await refuseSave(id, 2, page);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.message).toContain(words);
  }
  expect((await read(id)).revision).toBe(2);
});

test("EDIT-9 STUDIO-12 unreadable sections survive every save until they are removed", async () => {
  const old = pageOf(block("Heading", { text: "Oak" }));
  const odd = { props: { words: "Ash and elm" } };
  const id = await makeDraft({ ...old, content: [...old.content, odd as unknown as PageItem] });
  const problem = "There is no block that can be read at content[1].";
  expect(await read(id)).toMatchObject({ problems: [problem], page: { content: old.content } });
  await save(id, 1, pageOf(block("Heading", { text: "Beech" })));
  await save(id, 2, pageOf(block("Heading", { text: "Birch" })));
  expect((await read(id)).problems).toEqual([problem]);
  const { checks } = await app.request(getChecks, { as: office.editor, params: { id } });
  expect(checks).toContainEqual({
    kind: "unread-part",
    blockId: null,
    isRefused: false,
    message: `A part of the page can't be read, so no reader sees it. ${problem} You can remove it in the editor.`,
  });
  await app.request(leaveOutUnread, { as: office.editor, params: { id }, body: {} });
  // An open editor saves from the same revision.
  await save(id, 3, pageOf(block("Heading", { text: "Elm" })));
  expect((await read(id)).problems).toEqual([]);
  const { uniqueDocumentId, page } = pageRevisions;
  const kept = await app.db.select({ page }).from(pageRevisions).where(eq(uniqueDocumentId, id));
  expect(JSON.stringify(kept)).toContain("Ash and elm");
  // The stored version restores them.
  const [latest] = await app.request(listRevisions, { as: office.editor, params: { id } });
  const params = { id, number: String(latest?.revision) };
  await app.request(restoreRevision, { as: office.editor, params, body: { revision: 4 } });
  expect((await read(id)).problems).toEqual([problem]);
});

test("STUDIO-11 the page of a sent document is not saved, and a client reads no word of a draft", async () => {
  const sent = await makeDocument(app.db);
  const page = pageOf(block("Heading", { text: "Changed" }));
  expect(await refuseSave(sent.uniqueDocumentId, 1, page)).toMatchObject({
    status: 409,
    details: { reason: "document-sent" },
  });
  const client = await makePerson(app.db);
  const { organizationId } = client;
  const { uniqueDocumentId: id } = await makeDocument(app.db, { organizationId, status: "DRAFT" });
  await save(id, 1, pageOf(block("Heading", { text: "Not yet for you" })));
  const seen = await app.request(getDocument, { as: client, params: { id } });
  expect(JSON.stringify(seen)).not.toContain("Not yet");
});

test("STUDIO-11 before sending a draft, a colleague who has it open is named, even while it is being saved", async () => {
  const id = await makeDraft();
  const report = (as: TestPerson, tabId: string) =>
    app.request(reportPresence, { as, params: { id }, body: { tabId, position: { blockId: null } } });
  const holder = async (as: TestPerson) => (await app.request(getChecks, { as, params: { id } })).holder;
  await report(office.editor, "tab");
  expect(await holder(office.editor)).toBeNull();
  const { userProfileId } = office.editor;
  expect(await holder(colleague)).toEqual({ userProfileId, name: expect.stringContaining("Ada") });
  // A long page that is being saved locks its document.
  await app.db.transaction(async (tx) => {
    await lockAnyDocument(tx, id);
    for (const tabId of ["tab", "new"]) await report(office.editor, tabId);
  });
});

test("STUDIO-4 a section stores its blocks sanitized, without work, and survives changes of their types", async () => {
  const source = "https://images.example.test/oak.png";
  const page = pageOf(
    block("Heading", { text: "Terms" }),
    block("Paragraph", { text: "<p onclick='x()'>Thirty days</p><script>x()</script>" }),
    block("Hologram", { depth: 3 }),
    block("Image", { src: source }),
    block("WorkOrders", { workOrderData: { workOrderIds: ["of-a-client"] }, gst: true }),
  );
  const name = unique("Terms");
  const as = office.editor;
  const { sectionId, ...made } = await app.request(addSection, { as, body: { name: ` ${name} `, page } });
  expect(made).toMatchObject({ name, madeBy: expect.stringContaining("Ada") });
  const params = { id: sectionId };
  const stored = await app.request(getSection, { as: office.viewer, params });
  expect(stored.page.content.map(({ type }) => type)).toEqual(page.content.map(({ type }) => type));
  expect(stored.page.content[1]?.props.text).toBe("<p>Thirty days</p>");
  expect(stored.page.content[2]?.props.depth).toBe(3);
  expect(stored.page.content[4]?.props.workOrderData).toEqual({ workOrderIds: [] });
  // The portal fetches the picture like a document's.
  expect(stored.images).toMatchObject([{ source }]);

  const empty = { as, body: { name, page: pageOf() } };
  expect(await app.refusal(addSection, empty)).toMatchObject({ status: 400 });
  const later = unique("Payment");
  await app.request(renameSection, { as, params, body: { name: later, asRead: name } });
  const late = { as: colleague, params, body: { name: "Third", asRead: name } };
  expect(await app.refusal(renameSection, late)).toMatchObject({
    status: 409,
    message: expect.stringContaining(later),
  });
  const names = async () => (await app.request(listSections, { as })).map((one) => one.name);
  expect(await names()).toContain(later);
  await app.request(removeSection, { as, params });
  await app.request(removeSection, { as, params });
  expect(await names()).not.toContain(later);
  expect(await app.refusal(getSection, { as, params })).toMatchObject({ status: 404 });
});

test("STUDIO-11 the checks of a draft name the block to look at, and include checks on the server", async () => {
  const id = await makeDraft();
  const content = [
    { type: "Image", props: { id: "picture", src: "https://images.example/oak.png", alt: "" } },
    { type: "Paragraph", props: { id: "text", text: '<p>See <a href="#prices">below</a> ꀀ</p>' } },
  ];
  await save(id, 1, pageOf(...content));
  const { revision, checks } = await app.request(getChecks, { as: office.viewer, params: { id } });
  expect(revision).toBe(2);
  expect(checks.map(({ kind, blockId }) => [kind, blockId])).toEqual([
    ["no-alternative-text", "picture"],
    ["picture-not-fetched", "picture"],
    ["broken-anchor", "text"],
    ["no-font", "text"],
    ["nobody-to-tell", null],
  ]);
});

test("STUDIO-18 a page with a variable in braces, or with only empty blocks, is not sent, and the refusal gives the reason", async () => {
  const [as, id] = [office.editor, await makeDraft()];
  const refused = (at: number) => app.refusal(sendDocument, { as, params: { id }, body: { revision: at } });
  await save(id, 1, pageOf({ type: "Heading", props: { id: "h", text: "For {{client.name}}" } }));
  expect(await refused(2)).toMatchObject({ status: 409, details: { reason: "unfilled-variable" } });
  await save(id, 2, pageOf({ type: "List", props: { id: "l" } }));
  expect(await refused(3)).toMatchObject({ details: { reason: "empty-page" } });
});

test("STUDIO-11 COMPANY-11 a recalled document that is renamed keeps the name and type that its client read", async () => {
  const writer = await makePerson(app.db);
  const { document } = await makeQuote(app.db, {
    organizationId: writer.organizationId,
    document: { status: "DRAFT", shownAt: null, name: "Shop front", templateId: BLANK_PAGE },
  });
  const { uniqueDocumentId: id } = document;
  const [as, params] = [office.editor, { id }];
  const send = (of: string) => app.request(sendDocument, { as, params: { id: of }, body: { revision: 1 } });
  await send(id);
  await app.request(recallDocument, { as, params, body: {} });
  const notices = () => app.request(listNotifications, { as: writer, body: ALL_TIME });
  const known = async () => {
    const listed = (query: ListQuery) => app.request(listDocuments, { as: writer, query });
    const found = (q: string) => app.request(search, { as: writer, body: { q } });
    const work = (q?: string) =>
      app.request(listWorkOrders, { as: writer, query: { include: "linkedNames", ...(q && { q }) } });
    return {
      read: await app.request(getDocument, { as: writer, params }),
      proposals: await listed({ documentType: "PROPOSAL" }),
      work: await work("shop front"),
      withPages: await listed({ include: "puckState" }),
      notices: await notices(),
      listed: await listed({ q: "shop front" }),
      hits: await found("shop front"),
      scopes: await listed({ documentType: "SCOPE_OF_WORK" }),
      ofNewName: [await listed({ q: "secret" }), await work("secret"), await found("secret")],
    };
  };
  const before = await known();
  expect(before).toMatchObject({
    listed: [{ name: "Shop front" }],
    work: [{ linkedNames: { uniqueDocument: "Shop front" } }],
    hits: [{ name: "Shop front" }],
    scopes: [],
    ofNewName: [[], [], []],
  });
  const live = await openLive(app, { as: writer });
  const renamed = { name: "Secret plan", documentType: "SCOPE_OF_WORK" } as const;
  expect(await office.change(await office.read(id), renamed)).toMatchObject(renamed);
  expect(await known()).toEqual(before);

  await app.request(withdrawDocument, { as, params, body: { reason: "Oak is dear." } });
  const told = await app.db.select().from(mails).where(eq(mails.aboutId, id));
  expect(told.map(({ subject }) => subject)).toContain("Shop front was withdrawn");
  expect((await notices())[0]?.message).toBe("Shop front was withdrawn");
  const next = await app.request(addNewVersion, { as, params, body: {} });
  expect(next.predecessor).toMatchObject({ name: "Secret plan" });
  await send(next.uniqueDocumentId);
  expect(await app.request(getDocument, { as: writer, params: { id: next.uniqueDocumentId } })).toMatchObject(
    { ...renamed, predecessor: { name: "Shop front" } },
  );
  await vi.waitFor(() => expect(live.events).toContainEqual({ kind: "document", id: next.uniqueDocumentId }));
  live.close();
  const first = live.events.filter((event) => event.kind === "document" && event.id === id);
  expect(first, "told of the withdrawal, not of the new name").toHaveLength(1);
});
