import { expect, test } from "vitest";
import { apiErrorOf } from "./api-error.ts";
import { requestPath } from "./call.ts";
import { readToken } from "./session.ts";

test("API-1 parameters are filled in and cannot leave their place", () => {
  expect(requestPath("unique-document/user/{id}", { params: { id: "a/../b?c" } })).toBe(
    "unique-document/user/a%2F..%2Fb%3Fc",
  );
});

test("API-1 a query holds only what is given", () => {
  expect(requestPath("list", { query: { include: "puckState", other: undefined } })).toBe(
    "list?include=puckState",
  );
});

test("API-2 API-6 an answer without data is the error, with what the server said", () => {
  const error = apiErrorOf(409, {
    error: { code: "conflict", message: "It has changed.", details: { reason: "content-changed" } },
  });
  expect(error).toMatchObject({
    status: 409,
    code: "conflict",
    message: "It has changed.",
    details: { reason: "content-changed" },
  });
});

test("API-6 an answer that says nothing is an error too", () => {
  expect(apiErrorOf(502, undefined)).toMatchObject({ status: 502, message: "The server answered 502." });
});

test("API-3 a token says when it ends; one that cannot be read has ended", () => {
  const payload = Buffer.from(JSON.stringify({ exp: 1_800_000_000, sub: "u1", name: "Zoë" })).toString(
    "base64url",
  );
  expect(readToken(`h.${payload}.s`)).toEqual({ exp: 1_800_000_000, sub: "u1" });
  expect(readToken("nonsense")).toEqual({ exp: 0, sub: null });
});
