import { afterAll, beforeAll, expect, test } from "vitest";
import { listDocuments } from "#contract/documents.ts";
import { listInvoices } from "#contract/invoices.ts";
import { encodeColumnFilters, FILTER_TEXT_LIMIT } from "#domain/lists/list-columns.ts";
import {
  makeDocument,
  makeInvoice,
  makeOrganization,
  makePermission,
  makePerson,
  type TestPerson,
} from "#tests/support/factories.ts";
import { createTestApp, type TestApp } from "#tests/support/make-app.ts";
import { addManyDocuments } from "#tests/support/many-documents.ts";

let app: TestApp;
let me: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  app = await createTestApp();
  [me, other] = [await makePerson(app.db), await makePerson(app.db)];
  await addManyDocuments(app.db, me.organizationId, 30);
  await addManyDocuments(app.db, other.organizationId, 30);
});
afterAll(() => app?.close());

const base64 = (text: string) => Buffer.from(text).toString("base64");
const longText = "x".repeat(FILTER_TEXT_LIMIT + 1);

test.each([
  ["a filter that is no base64", { filter: "%%%" }, /\(filter\): Expected a JSON array/],
  ["a filter of no JSON", { filter: base64("{oops") }, /Expected a JSON array/],
  ["a filter that is no array", { filter: base64('{"id":"name","value":"x"}') }, /Expected a JSON array/],
  ["a filter of other entries", { filter: base64('["name"]') }, /Expected each entry as {id, value}/],
  [
    "a filter on an unknown column",
    { filter: encodeColumnFilters([{ id: "puckState", value: "x" }]) },
    /no such column; there are externalId, name, createdAt, status, approvedBy, approvedTime/,
  ],
  [
    "a filter on a column that every object has",
    { filter: encodeColumnFilters([{ id: "constructor", value: "x" }]) },
    /no such column/,
  ],
  [
    "a filter of a long text",
    { filter: encodeColumnFilters([{ id: "name", value: longText }]) },
    /at most 200/,
  ],
  ["a search of a long text", { q: longText }, /\(q\): Expected at most 200 characters/],
  ["an unknown column to sort by", { sort: "puckState" }, /\(sort\).*"-approvedTime"/],
  ["two columns to sort by", { sort: "name,status" }, /\(sort\)/],
  ["no rows", { limit: "0" }, /\(limit\)/],
  ["too many rows", { limit: "2001" }, /\(limit\)/],
  ["a limit that is no number", { limit: "ten" }, /\(limit\)/],
  ["half a row", { limit: "1.5" }, /\(limit\)/],
  ["a negative offset", { limit: "1", offset: "-1" }, /\(offset\)/],
  ["a cursor without a limit", { cursor: "abc" }, /A cursor or an offset needs a limit/],
  ["an offset without a limit", { offset: "10" }, /A cursor or an offset needs a limit/],
  ["a cursor and an offset", { limit: "1", cursor: "abc", offset: "1" }, /not both/],
  ["a type that there is not", { documentType: "SECRET" }, /\(documentType\)/],
  ["an invoice that can be none", { invoice: "a' or 1=1" }, /\(invoice\)/],
  ["a time zone that is none", { q: "nov", timeZone: "Mars/Olympus" }, /doesn't know this time zone/],
  ["a time zone that can be none", { q: "nov", timeZone: "'; drop table" }, /\(timeZone\)/],
  ["text that no database keeps", { q: "a\0b" }, /NUL/],
  ["an unknown parameter", { page: "2" }, /The request doesn't fit/],
])("API-2 %s is refused with a sentence", async (_what, query, sentence) => {
  const response = await app.rawRequest(`GET /api/unique-document/user/list?${new URLSearchParams(query)}`, {
    as: me,
  });
  const { error, ...rest } = (await response.json()) as { error: { code: string; message: string } };
  expect(response.status).toBe(400);
  expect(rest).toEqual({});
  expect(error.code).toBe("invalid");
  expect(error.message).toMatch(sentence);
  expect(error.message).toMatch(/^[A-Z].*[^.]\.$/s);
});

test("API-2 a search of 100 kB is refused before it is parsed, and the server stays up", async () => {
  const response = await app.rawRequest(
    `GET /api/unique-document/user/list?limit=10&q=${"x".repeat(100_000)}`,
    { as: me },
  );
  expect(response.status).toBe(431);
  const answer = (await response.json()) as { error: { code: string; message: string } };
  expect(answer.error.message).toMatch(/^[A-Z].*\.$/);
  expect((await app.rawRequest("GET /healthz")).status).toBe(200);
});

test.each(["%", "_%", "100%", "\\", "'", "';--", '"', "$1", "a\\'", "[", "(", ".*", "\ud800", "🙂"])(
  "API-2 %j is looked for as it is",
  async (q) => {
    const { organizationId } = me;
    const { uniqueDocumentId } = await makeDocument(app.db, { organizationId, name: `Odd ~${q}~ name` });
    const found = await app.request(listDocuments, { as: me, query: { q: `~${q}~` } });
    expect(found.map((one) => one.uniqueDocumentId)).toEqual([uniqueDocumentId]);
    const filter = encodeColumnFilters([{ id: "name", value: `~${q}~` }]);
    expect(await app.request(listDocuments, { as: me, query: { filter } })).toHaveLength(1);
  },
);

async function cursorOf(as: TestPerson, query: { sort?: "name"; q?: string } = {}): Promise<string> {
  const { page } = await app.requestPage(listDocuments, { as, query: { limit: 5, ...query } });
  if (page.nextCursor === null) throw new Error("Expected a second page.");
  return page.nextCursor;
}

test("API-5 a cursor of another organization, list or question is refused as one that was made up", async () => {
  const own = await cursorOf(me);
  const tampered = Buffer.from(own, "base64url");
  tampered[tampered.length - 2] = (tampered.at(-2) ?? 0) ^ 1;
  await makeInvoice(app.db, { organizationId: me.organizationId });
  await makeInvoice(app.db, { organizationId: me.organizationId });
  const invoices = await app.requestPage(listInvoices, { as: me, query: { limit: 1 } });
  const refused = {
    "made up": "not-a-cursor",
    "cut short": own.slice(0, -4),
    tampered: tampered.toString("base64url"),
    empty: "",
    "of another organization": await cursorOf(other),
    "of another sort": await cursorOf(me, { sort: "name" }),
    "of another search": await cursorOf(me, { q: "e" }),
    "of another list": invoices.page.nextCursor ?? "",
  };
  for (const [what, cursor] of Object.entries(refused)) {
    const refusal = await app.refusal(listDocuments, { as: me, query: { limit: 5, cursor } });
    expect(refusal, what).toEqual({
      status: 400,
      code: "invalid",
      message: expect.stringMatching(/^This cursor doesn't belong to this list and this question\./),
    });
  }
  expect(
    (await app.requestPage(listDocuments, { as: me, query: { limit: 7, cursor: own } })).data,
  ).toHaveLength(7);
});

test("NAV-5 API-5 after a switch the cursors of the old organization are worth nothing", async () => {
  const second = await makeOrganization(app.db);
  const { organizationId } = second;
  await addManyDocuments(app.db, organizationId, 30);
  const person = await makePerson(app.db, { organization: { organizationId: me.organizationId } });
  await makePermission(app.db, { userId: person.userProfileId, organizationId, permissionType: "read" });
  const cursor = await cursorOf(person);
  await app.rawRequest("PATCH /api/user-profile/user", {
    as: person,
    body: { activeOrganizationId: organizationId },
  });
  expect((await app.refusal(listDocuments, { as: person, query: { limit: 5, cursor } })).status).toBe(400);
});
