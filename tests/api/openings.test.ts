import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listActivity } from "#contract/admin/activity.ts";
import { getOpenings, listManagedDocuments } from "#contract/admin/documents.ts";
import { getHome } from "#contract/admin/home.ts";
import { getDocument, reportOpening } from "#contract/documents.ts";
import { UNOPENED_DAYS, VISIT_MINUTES, type Waiting } from "#domain/openings/opening.ts";
import { documentOpenings } from "#server/schema/openings.ts";
import { documentSharings } from "#server/schema/public-view.ts";
import { makeAdmin, makeDocument, makePerson, sendAgain } from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const viewer = await makeAdmin(app.db, "viewer");
const reader = await makePerson(app.db, {
  permission: "read",
  profile: { firstName: "Ada", lastName: "Byron" },
});

const DAY_MS = 86_400_000;
const longAgo = new Date(Date.now() - (UNOPENED_DAYS + 1) * DAY_MS);

const makeSent = (given: Parameters<typeof makeDocument>[1] = {}) =>
  makeDocument(app.db, { organizationId: reader.organizationId, shownAt: longAgo, ...given });
const open = (id: string, what: "page" | "pdf" = "page", as = reader) =>
  app.request(reportOpening, { as, params: { id }, body: { what } });
const openings = (id: string) => app.request(getOpenings, { as: viewer, params: { id } });
const deeds = async (subjectId: string) => {
  const events = await app.request(listActivity, { as: viewer, query: { subjectId } });
  return events.map(({ action, who }) => [action, who]);
};
const waiting = async (what: Waiting) => {
  const { organizationId } = reader;
  const rows = await app.request(listManagedDocuments, {
    as: viewer,
    query: { organizationId, waiting: what },
  });
  return rows.map(({ uniqueDocumentId }) => uniqueDocumentId);
};

test("COMPANY-9 a member's opening is counted once a visit, for the page and the PDF apart, with first and last", async () => {
  const { uniqueDocumentId: id } = await makeSent();
  await app.request(getDocument, { as: reader, params: { id } });
  // Reading alone reports nothing.
  expect(await openings(id)).toEqual({ total: 0, people: [], visitors: null });
  await open(id);
  await open(id);
  const [once] = (await openings(id)).people;
  expect(once).toMatchObject({ name: "Ada Byron", page: { times: 1 }, pdf: null });
  expect(once?.page?.lastAt).toBe(once?.page?.firstAt);

  // The visit before ended.
  const before = new Date(Date.now() - (VISIT_MINUTES + 1) * 60_000);
  await app.db
    .update(documentOpenings)
    .set({ firstAt: before, lastAt: before })
    .where(eq(documentOpenings.uniqueDocumentId, id));
  await open(id);
  await open(id, "pdf");
  const [twice] = (await openings(id)).people;
  expect(twice).toMatchObject({ page: { firstAt: before.toISOString(), times: 2 }, pdf: { times: 1 } });
  expect(twice?.page?.lastAt).not.toBe(before.toISOString());
  expect(await deeds(id)).toEqual([
    ["document.download", "Ada Byron"],
    ["document.reopen", "Ada Byron"],
    ["document.open", "Ada Byron"],
  ]);
});

test("COMPANY-9 openings by the company's own people, of drafts and of other organizations do not count", async () => {
  const { uniqueDocumentId: id } = await makeSent();
  const { organizationId } = reader;
  const colleague = await makePerson(app.db, {
    organization: { organizationId },
    profile: { adminRole: "editor" },
  });
  await open(id, "page", colleague);
  expect((await openings(id)).total).toBe(0);
  const stranger = await makePerson(app.db);
  const { uniqueDocumentId: draft } = await makeSent({ status: "DRAFT" });
  for (const [as, target] of [
    [stranger, id],
    [reader, draft],
    [reader, "no-such-document"],
  ] as const) {
    const refusal = await app.refusal(reportOpening, {
      as,
      params: { id: target },
      body: { what: "page" },
    });
    expect(refusal.status).toBe(404);
  }
  expect(await deeds(id)).toEqual([]);
});

test("COMPANY-2 COMPANY-9 home and list distinguish opened documents from those unopened for days", async () => {
  const { uniqueDocumentId: opened } = await makeSent({ totalCost: "20" });
  const { uniqueDocumentId: unopened } = await makeSent({ totalCost: "300" });
  const { uniqueDocumentId: fresh } = await makeSent({ shownAt: new Date() });
  const { uniqueDocumentId: archived } = await makeSent({ archivedAt: new Date() });
  const before = await app.request(getHome, { as: viewer });
  expect(before.unopened.rows.map((row) => row.uniqueDocumentId)).toContain(opened);
  await open(opened);
  const home = await app.request(getHome, { as: viewer });
  expect(home.opened.rows[0]).toMatchObject({ uniqueDocumentId: opened, lastOpenedBy: "Ada Byron" });
  expect(home.opened.total).toBe(before.opened.total + 1);
  expect(home.unopened.total).toBe(before.unopened.total - 1);
  const [isOpened, isUnopened] = [await waiting("opened"), await waiting("unopened")];
  expect(isOpened).toContain(opened);
  expect(isUnopened).toContain(unopened);
  for (const id of [fresh, archived]) expect([...isOpened, ...isUnopened]).not.toContain(id);
});

test("COMPANY-2 COMPANY-9 a document that is sent again waits from then on, and counts as unopened", async () => {
  const { uniqueDocumentId: id } = await makeSent();
  await open(id);
  await sendAgain(app.db, id);
  expect([await waiting("opened"), await waiting("unopened")].flat()).not.toContain(id);
  await open(id);
  expect(await waiting("opened")).toContain(id);
  expect((await openings(id)).people[0]).toMatchObject({ page: { times: 2 } });

  const { uniqueDocumentId: other } = await makeSent({ shownAt: new Date(longAgo.getTime() - DAY_MS) });
  await sendAgain(app.db, other, longAgo);
  const { unopened } = await app.request(getHome, { as: viewer });
  const sentAt = unopened.rows.find((row) => row.uniqueDocumentId === other)?.sentAt;
  expect(sentAt).toBe(longAgo.toISOString());
});

test("COMPANY-9 visitors of a shared document are counted together, by its page's script and without anything about them", async () => {
  const { uniqueDocumentId: id } = await makeSent();
  const visit = (target = id) => app.rawRequest(`POST /view/${target}/opened`);
  // The answer does not reveal whether the document exists or is shared.
  for (const target of [id, "no-such-document"]) expect((await visit(target)).status).toBe(200);
  expect((await openings(id)).visitors).toBeNull();

  await app.db.insert(documentSharings).values({ uniqueDocumentId: id, sharedAt: new Date() });
  await app.rawRequest(`GET /view/${id}`);
  expect((await openings(id)).visitors).toBeNull();
  const answers = [await visit(), await visit()];
  expect(answers.map(({ headers }) => headers.get("set-cookie"))).toEqual([null, null]);
  expect(await openings(id)).toMatchObject({ total: 0, visitors: { times: 2 } });
  expect(await deeds(id)).toEqual([["document.visit", "A visitor"]]);
  const rows = await app.db.select().from(documentOpenings).where(eq(documentOpenings.uniqueDocumentId, id));
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
    ["documentOpeningId", "firstAt", "lastAt", "organizationId", "times"].concat([
      "uniqueDocumentId",
      "userProfileId",
      "what",
    ]),
  );
  expect(rows.map(({ userProfileId }) => userProfileId)).toEqual([null]);
});
