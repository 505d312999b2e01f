import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { getProfile } from "#contract/account.ts";
import { searchAll } from "#contract/admin/search.ts";
import { listDocuments } from "#contract/documents.ts";
import { search } from "#contract/search.ts";
import { createReadLimiter } from "../access/limiter.ts";
import type { ReadLimiter } from "../deps.ts";
import { limitKeyOf, noteOrganization, readWithinLimit } from "./read-within-limit.ts";
import type { Route } from "./route.ts";

const MEMBER = "harbour";
const ADMIN = "olga";
const PAGE = { limit: 10 };

test.each([
  ["a page", listDocuments, MEMBER, { query: PAGE }, "short harbour"],
  ["a page of what a search finds", listDocuments, MEMBER, { query: { ...PAGE, q: "a" } }, "search harbour"],
  ["a page of a filter", listDocuments, MEMBER, { query: { ...PAGE, filter: [] } }, "search harbour"],
  ["all rows", listDocuments, MEMBER, { query: {} }, "long harbour"],
  ["many rows", listDocuments, MEMBER, { query: { limit: 201 } }, "long harbour"],
  ["the search of everything", search, MEMBER, { query: {}, body: { q: "a" } }, "search harbour"],
  ["the company's search", searchAll, ADMIN, { query: {}, body: { q: "a" } }, "search olga"],
] as const)("CARE-10 %s waits for its own line", async (_what, call, key, criteria, line) => {
  const begun: string[] = [];
  const begin = (name: string) => (key: string, read: () => unknown) => {
    begun.push(`${name} ${key}`);
    return read();
  };
  const limiter = Object.fromEntries(["short", "search", "long"].map((name) => [name, begin(name)]));
  await readWithinLimit(
    limiter as unknown as ReadLimiter,
    { call } as unknown as Route,
    criteria as unknown as FastifyRequest,
    { raw: {} } as FastifyReply,
    key,
    async () => ({ data: [] }),
  );
  expect(begun).toEqual([line]);
});

test("CARE-10 nothing is read for a client that left while it waited", async () => {
  const limiter = createReadLimiter();
  const { promise: end, resolve } = Promise.withResolvers<{ data: [] }>();
  const begun: string[] = [];
  const request = (name: string, raw: { destroyed: boolean }) =>
    readWithinLimit(
      limiter,
      { call: listDocuments } as unknown as Route,
      { query: {} } as FastifyRequest,
      {
        raw: Object.assign(raw, { writableFinished: true, once: () => undefined }),
      } as unknown as FastifyReply,
      MEMBER,
      () => {
        begun.push(name);
        return end;
      },
    );
  const left = { destroyed: false };
  const first = request("first", { destroyed: false });
  const second = request("second", left);
  const third = request("third", { destroyed: false });
  left.destroyed = true;
  resolve({ data: [] });
  await Promise.all([first, expect(second).rejects.toThrow("has disconnected"), third]);
  expect(begun).toEqual(["first", "third"]);
});

test("HOUSE-1 a person waits behind the organization that the gate saw last, and behind none that a request names", () => {
  // Each request reads the token again.
  const subject = () => ({ authUserId: "auth-olga", email: "olga@harbour.example", sessionId: "session" });
  const list = () => limitKeyOf(listDocuments, subject(), { caller: null });
  expect(list()).toBe("auth-olga");
  noteOrganization(subject(), { activeOrganizationId: "harbour", organizationPermissionId: "olga's" });
  expect([list(), limitKeyOf(getProfile, subject(), { caller: null })]).toEqual(["harbour", "auth-olga"]);
  expect(limitKeyOf(listDocuments, { ...subject(), authUserId: "auth-paul" }, { caller: null })).toBe(
    "auth-paul",
  );
  noteOrganization(subject(), { activeOrganizationId: "harbour", organizationPermissionId: null });
  expect(list(), "after a removal").toBe("auth-olga");
});
