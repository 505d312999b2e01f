import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getGeneralDocument } from "#contract/agreements.ts";
import { getDocument } from "#contract/documents.ts";
import { getWorkOrder } from "#contract/work-orders.ts";
import { SIGN_IN_CALLS } from "#server/identity/sign-in-calls.ts";
import {
  makeDocument,
  makeGeneralDocument,
  makePerson,
  makeWorkOrder,
  sendAgain,
} from "#tests/support/factories.ts";
import { startTestApp } from "#tests/support/make-app.ts";

const app = await startTestApp();
const me = await makePerson(app.db);

async function answerOf(methodAndPath: string, body?: unknown, headers?: Record<string, string>) {
  const response = await app.rawRequest(methodAndPath, {
    as: me,
    ...(body === undefined ? {} : { body }),
    ...(headers && { headers }),
  });
  const answer = (await response.json()) as { data?: unknown; error?: { code: string; message: string } };
  expect(answer).not.toHaveProperty("data");
  return { status: response.status, code: answer.error?.code, message: answer.error?.message };
}

test.each([
  ["malformed JSON", '{"startDate": ', 400],
  ["an empty body", "", 400],
  ["JSON of another shape", "[]", 400],
  ["wrong types", { startDate: 5, endDate: true }, 400],
  [
    "an unknown field",
    { startDate: "2026-01-01T00:00:00Z", endDate: "2026-01-01T00:00:00Z", isAdmin: true },
    400,
  ],
  ["a date that is none", { startDate: "yesterday", endDate: "2026-01-01T00:00:00Z" }, 400],
  ["the year 0", { startDate: "0000-01-01T00:00:00Z", endDate: "2026-01-01T00:00:00Z" }, 400],
  [
    "the last day of four digits",
    { startDate: "9999-12-31T23:59:59-14:00", endDate: "2026-01-01T00:00:00Z" },
    400,
  ],
  ["the year 9999", { startDate: "2026-01-01T00:00:00Z", endDate: "9999-01-01T00:00:00Z" }, 400],
  ["five megabytes", `{"startDate":"${"x".repeat(5_000_000)}"}`, 413],
])("API-2 API-6 %s is refused with a sentence, and the server stays up", async (_what, body, status) => {
  const answer = await answerOf("POST /api/notification/user/list", body);
  expect(answer.status).toBe(status);
  expect(answer.message).toMatch(/^[A-Z].+\.$/);
  expect((await app.rawRequest("GET /healthz")).status).toBe(200);
});

test.each([
  ["a character that no database keeps", "A\\u0000da"],
  ["half of a character", "A\\ud800da"],
  ["a line break", "Ada\\nBuy now"],
  ["a web address", "See https://example.test"],
])("API-2 PROF-1 a name with %s is refused in words", async (_what, firstName) => {
  const answer = await answerOf("PATCH /api/user-profile/user", `{"firstName":"${firstName}"}`);
  expect(answer).toMatchObject({ status: 400, code: "invalid" });
});

test("API-2 VIEW-2 a page that nests without end is refused, not recursed into", async () => {
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: me.organizationId });
  const [open, close] = ['{"type":"Container","props":{"id":"c","content":[', "]}}"];
  const content = `[${open.repeat(10_000)}${close.repeat(10_000)}]`;
  const body = `{"uniqueDocumentId":"${uniqueDocumentId}","puckState":{"root":{},"content":${content}}}`;
  expect(await answerOf("PATCH /api/unique-document/user", body)).toMatchObject({
    status: 400,
    code: "invalid",
  });
});

test("API-2 a body that is not called JSON is refused", async () => {
  const answer = await answerOf("POST /api/notification/user/list", "startDate=now", {
    "content-type": "text/plain",
  });
  expect(answer).toMatchObject({ status: 400, code: "invalid" });
});

test.each([
  "GET /api/unique-document/user/no-such-document",
  "GET /api/unique-document/user/slug/no-such-document",
  "GET /api/work-order/user/no-such-work-order",
  "GET /api/invoice/user/no-such-invoice",
  "GET /api/work-order/user/list/invoice/no-such-invoice",
  "GET /api/general-document/public/no-such-document",
  "GET /api/no-such-call",
  "DELETE /api/unique-document/user/list",
])("API-2 %s answers 404 in words", async (methodAndPath) => {
  expect(await answerOf(methodAndPath)).toMatchObject({ status: 404, code: "not-found" });
});

test.each([
  `GET /api/unique-document/user/${"x".repeat(150)}`,
  "GET /api/unique-document/user/%00",
  "GET /api/unique-document/user/%ff",
  "GET /api/unique-document/user/a%27%20or%201=1",
  "GET /api/unique-document/user/list?include=everything",
  "GET /api/unique-document/user/list?unknown=1",
])("API-2 an id or a parameter that cannot be one is refused: %s", async (methodAndPath) => {
  expect(await answerOf(methodAndPath)).toMatchObject({ status: 400, code: "invalid" });
});

const ATTACK =
  '<p onclick="alert(1)">Fine<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a></p>';

test("BLOCK-18 WORK-2 SIGN-2 HTML with script is harmless in every rich text, even when it is stored", async () => {
  const { organizationId } = me;
  const { workOrderId } = await makeWorkOrder(app.db, { organizationId, description: ATTACK });
  const { generalDocumentId } = await makeGeneralDocument(app.db, { richText: ATTACK });
  const { uniqueDocumentId } = await makeDocument(app.db, {
    organizationId,
    puckState: {
      root: { props: {} },
      content: [{ type: "Paragraph", props: { id: "p1", text: ATTACK } }],
    },
  });
  const answers = [
    await app.request(getWorkOrder, { as: me, params: { id: workOrderId } }),
    await app.request(getGeneralDocument, { params: { id: generalDocumentId } }),
    await app.request(getDocument, { as: me, params: { id: uniqueDocumentId } }),
  ];
  for (const answer of answers) {
    const told = JSON.stringify(answer);
    expect(told).toContain("Fine");
    expect(told).not.toMatch(/<script|alert|onerror|onclick|javascript:/i);
  }
});

test.each([
  ["null", null],
  ["a number", 7],
  ["a list", []],
  ["content that is no list", { content: "x", root: {} }],
  ["blocks that are none", { content: [null, 5, { type: 3 }, { props: {} }], root: null }],
  [
    "zones in a circle",
    {
      content: [{ type: "Container", props: { id: "a" } }],
      root: {},
      zones: { "a:x": [{ type: "Container", props: { id: "a" } }] },
    },
  ],
])("VIEW-2 a corrupt page (%s) is an empty or partial page, never a failure", async (_what, puckState) => {
  const { uniqueDocumentId } = await makeDocument(app.db, { organizationId: me.organizationId });
  await app.db.execute(
    sql`update unique_documents set puck_state = ${JSON.stringify(puckState)}::jsonb where unique_document_id = ${uniqueDocumentId}`,
  );
  await sendAgain(app.db, uniqueDocumentId);
  const document = await app.request(getDocument, { as: me, params: { id: uniqueDocumentId } });
  expect(Array.isArray(document.puckState.content)).toBe(true);
});

test("API-1 the API describes itself as OpenAPI 3.1 with every call of the contract", async () => {
  const { CALLS } = await import("#contract/calls.ts");
  const described = (await (await app.rawRequest("GET /api/openapi.json")).json()) as {
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  };
  expect(described.openapi).toMatch(/^3\.1/);
  for (const call of Object.values(CALLS)) {
    expect(described.paths[`/api/${call.path}`]?.[call.method.toLowerCase()], call.path).toBeDefined();
  }
  for (const { method, path } of SIGN_IN_CALLS) {
    const told = described.paths[`/api/auth${path}`]?.[method.toLowerCase()];
    expect(told, path).toMatchObject({ summary: expect.stringMatching(/\w/), responses: { 200: {} } });
    if (method === "POST" && path !== "/sign-out") expect(told).toHaveProperty("requestBody");
  }
  expect(described.paths["/api/images"]?.post).toMatchObject({
    requestBody: {
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    },
  });
  expect(Object.keys(described.paths).filter((path) => !path.startsWith("/api/"))).toEqual([]);
});

test("CARE-9 every answer has security headers, and the API's page has the policy of all pages", async () => {
  const [docs, other] = [await app.rawRequest("GET /api/docs/"), await app.rawRequest("GET /api/nothing")];
  expect(docs.headers.get("content-type")).toContain("text/html");
  const policy = other.headers.get("content-security-policy");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(docs.headers.get("content-security-policy")).toBe(policy);
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("base-uri 'none'");
  for (const { headers } of [docs, other]) {
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("permissions-policy")).toContain("publickey-credentials-get=(self)");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  }
});

test("CARE-9 answers and refusals of calls may not load resources or be framed", async () => {
  const [answered, refused] = [
    await app.rawRequest("GET /api/user-profile/user", { as: me }),
    await app.rawRequest("GET /api/user-profile/user"),
  ];
  expect([answered.status, refused.status]).toEqual([200, 401]);
  for (const { headers } of [answered, refused]) {
    expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  }
});

test("CARE-9 a request with two Host headers is refused", async () => {
  const { hostname, port, host } = new URL(app.baseUrl);
  const ask = async (...hosts: string[]) => {
    const socket = connect(Number(port), hostname);
    const lines = ["GET /healthz HTTP/1.1", ...hosts.map((one) => `Host: ${one}`), "Connection: close"];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    return (await text(socket)).split("\r\n")[0];
  };
  expect(await ask(host)).toBe("HTTP/1.1 200 OK");
  expect(await ask(host, "elsewhere.test")).toBe("HTTP/1.1 400 Bad Request");
  expect(await ask(host, host)).toBe("HTTP/1.1 400 Bad Request");
});
