import { expect, test } from "vitest";
import { apiErrorOf, isUnanswered } from "./api-error.ts";
import { explainFailure, explainFormFailure, requestPath } from "./call.ts";
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
  expect(apiErrorOf(418, undefined)).toMatchObject({ status: 418, message: "The server answered 418." });
});

test.each([undefined, null, "<html>", []])(
  "FIELD-11 a proxy's own page, read as %j, becomes a helpful sentence",
  (page) => {
    const tooLarge = apiErrorOf(413, page);
    expect(explainFailure(tooLarge)).toMatch(
      /, so nothing was saved\. .* ask the portal's operator to raise its limit\.$/,
    );
    for (const status of [502, 503, 504]) {
      expect(explainFormFailure(apiErrorOf(status, page))).toBe(
        "The portal didn't answer. Please try again in a minute: what it had received by then counts once. What you typed is still here.",
      );
    }
  },
);

test("FIELD-11 the portal's own words of a 413 or 503 stay as they are", () => {
  for (const status of [413, 503]) {
    const error = apiErrorOf(status, { error: { code: "busy", message: "Our words." } });
    expect([explainFailure(error), explainFormFailure(error), isUnanswered(error)]).toEqual([
      "Our words.",
      "Our words.",
      false,
    ]);
  }
});

test("API-3 a token says when it ends; one that cannot be read has ended", () => {
  const payload = Buffer.from(
    JSON.stringify({ exp: 1_800_000_000, sub: "u1", name: "Zoë", email: "u1@x.example" }),
  ).toString("base64url");
  expect(readToken(`h.${payload}.s`)).toEqual({ exp: 1_800_000_000, sub: "u1", email: "u1@x.example" });
  expect(readToken("nonsense")).toEqual({ exp: 0, sub: null, sid: null, email: "" });
});
