import { expect, test } from "vitest";
import { requestedScreen } from "./unread-request.ts";

const screenOf = (start: string) => requestedScreen(Buffer.from(`${start}${"x".repeat(20_000)}`));

test.each([
  ["GET /documents/type/PROPOSAL?search=", "/documents/type/PROPOSAL"],
  ["GET /?search=", "/"],
  ["GET /doc/caf%C3%A9-menu?a=", "/doc/caf%C3%A9-menu"],
])("%s… can be opened as %s", (start, path) => {
  expect(screenOf(start)).toBe(path);
});

test.each([
  "GET /api/unique-document/user/list?q=",
  "GET /api?q=",
  "GET //elsewhere.example/?q=",
  "GET /\\elsewhere.example?q=",
  "GET http://elsewhere.example/?q=",
  "GET /documents/",
  "POST /documents/type/PROPOSAL?search=",
  "GET /a\r\nSet-Cookie: a=b?",
  "",
])("%j… cannot", (start) => {
  expect(screenOf(start)).toBeNull();
});

test("what was not kept cannot", () => {
  expect(requestedScreen(undefined)).toBeNull();
});
