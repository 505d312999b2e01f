import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { confirmEmail } from "#contract/account.ts";
import { type Call, defineCall } from "#contract/call.ts";
import { CALLS } from "#contract/calls.ts";
import { acceptInvitation, readInvitation, requestJoiningCode } from "#contract/invitations.ts";
import { REACHES, WHO } from "#domain/access/access.ts";
import { Id } from "#domain/id.ts";
import { refuseUndeclaredRoutes } from "./declared-routes.ts";

const AT = ["GET", "unique-document/user/secret"] as const;
const PARTS = { summary: "Secrets", reply: Id } as const;

/** Calls for anyone who holds a mailed link, before they sign in. */
/** What visitors sign, and the issuers that a sign-in page names. */
const FOR_EVERYBODY = /general-document\/|^single-sign-on\/public\//;

const WITH_MAILED_LINK: readonly Call[] = [
  confirmEmail,
  readInvitation,
  requestJoiningCode,
  acceptInvitation,
];

test.each(Object.entries(CALLS))(
  "API-5 %s says who may make it and whose records it reaches",
  (_name, call) => {
    expect(WHO).toContain(call.who);
    expect(REACHES).toContain(call.reach);
    expect(call.reach === "every-organization").toBe(["viewer", "editor", "owner"].includes(call.who));
    expect(call.reach === "everybody", "what everybody reaches, everybody may ask for").toBe(
      call.who === "public" && (FOR_EVERYBODY.test(call.path) || WITH_MAILED_LINK.includes(call)),
    );
  },
);

test.each(WITH_MAILED_LINK)("API-5 $path asks for the token of the emailed link", ({ body }) => {
  expect(body.safeParse({}).error?.issues).toContainEqual(expect.objectContaining({ path: ["token"] }));
});

test("API-5 a call that does not say so is no call", () => {
  // @ts-expect-error: who is missing
  expect(() => defineCall(...AT, { ...PARTS, reach: "person" })).toThrow();
  // @ts-expect-error: reach is missing
  defineCall(...AT, "member", PARTS);
  // @ts-expect-error: no one is called that
  defineCall(...AT, "anyone", { ...PARTS, reach: "person" });
  expect(defineCall(...AT, "member", { ...PARTS, reach: "organization" })).toMatchObject({
    method: AT[0],
    path: AT[1],
    ...PARTS,
  });
});

describe("a route that nothing declares", () => {
  const serve = (method: "GET" | "POST" | "DELETE", url: string) => () => {
    const app = Fastify();
    refuseUndeclaredRoutes(app);
    app.route({ method, url, handler: async () => "" });
  };

  test.each([
    ["GET", "/api/unique-document/user/secret"],
    ["GET", "/api/files"],
    ["POST", "/api/files/:fileId"],
    ["POST", "/api/docs/upload"],
    ["GET", "/api"],
    ["POST", "/anything"],
    ["DELETE", "/healthz"],
  ] as const)("API-5 %s %s is not served", (method, url) => {
    expect(serve(method, url)).toThrow(/say who may ask for it/);
  });

  test.each([
    ["GET", "/api/unique-document/user/:id"],
    ["DELETE", "/api/organization-permission/user/:organizationPermissionId"],
    ["GET", "/api/files/:fileId"],
    ["GET", "/api/docs/static/*"],
    ["GET", "/assets/main.js"],
  ] as const)("%s %s is declared, so it is", (method, url) => {
    expect(serve(method, url)).not.toThrow();
  });
});
