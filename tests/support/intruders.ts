import { eq } from "drizzle-orm";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import type { AccessRefusal, Who } from "#domain/access/access.ts";
import { authSessions } from "#server/identity/tables.ts";
import { makeAdmin, makeOrganization, makePerson } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { claimsOf, readSigningKey, signToken } from "./sign-token.ts";

/** A caller whom some levels of calls refuse, and the refusal. */
export type Intruder = {
  name: string;
  refusedBy: readonly Who[];
  status: 401 | 403;
  reason: AccessRefusal;
  token: (app: TestApp) => Promise<string | undefined>;
};

const ADMINS = ["viewer", "editor", "owner"] as const;
const MEMBERS = ["member", "writer"] as const;
const PERSONS = ["person", ...MEMBERS, ...ADMINS] as const;

/** The callers whom every call of the contract must refuse at its level. They try every new call too. */
export const INTRUDERS: readonly Intruder[] = [
  { ...unknown("anonymous"), token: async () => undefined },
  {
    ...unknown("with a forged token"),
    async token(app) {
      const claims = await claimsOf(app, await makePerson(app.db));
      const { kid } = await readSigningKey(app);
      const { privateKey } = await generateKeyPair("EdDSA", { extractable: true });
      const forgersKey = await importJWK(await exportJWK(privateKey), "EdDSA");
      return new SignJWT(claims).setProtectedHeader({ alg: "EdDSA", kid }).sign(forgersKey);
    },
  },
  {
    ...unknown("with an expired token"),
    async token(app) {
      const claims = await claimsOf(app, await makePerson(app.db));
      const now = Math.floor(Date.now() / 1000);
      return signToken(app, { ...claims, iat: now - 901, exp: now - 1 });
    },
  },
  {
    ...unknown("with a token for another portal"),
    async token(app) {
      const claims = await claimsOf(app, await makePerson(app.db));
      return signToken(app, { ...claims, aud: "https://elsewhere.example" });
    },
  },
  {
    ...unknown("whose session has ended"),
    async token(app) {
      const person = await makePerson(app.db);
      const token = await app.signInAs(person);
      await app.db.delete(authSessions).where(eq(authSessions.userId, person.authUserId));
      return token;
    },
  },
  {
    ...signedIn("without a profile", PERSONS, "no-profile"),
    token: async (app) => app.signInAs(await makePerson(app.db, { hasProfile: false })),
  },
  {
    ...signedIn("who is a member of nothing", MEMBERS, "no-organization"),
    token: async (app) => app.signInAs(await makePerson(app.db, { organization: null })),
  },
  {
    ...signedIn("without permission in their active organization", MEMBERS, "no-organization"),
    token: async (app) => app.signInAs(await makePerson(app.db, { permission: null })),
  },
  {
    ...signedIn("of an unverified organization", MEMBERS, "unverified"),
    async token(app) {
      const organization = await makeOrganization(app.db, { status: "INACTIVE" });
      return app.signInAs(await makePerson(app.db, { organization }));
    },
  },
  {
    ...signedIn("who may only read", ["writer"], "read-only"),
    token: async (app) => app.signInAs(await makePerson(app.db, { permission: "read" })),
  },
  {
    ...signedIn("who is an owner of the company", MEMBERS, "no-organization"),
    token: async (app) => app.signInAs(await makeAdmin(app.db, "owner")),
  },
  {
    ...signedIn("who is a client", ADMINS, "not-admin"),
    token: async (app) => app.signInAs(await makePerson(app.db)),
  },
  {
    ...signedIn("who is a viewer of the company", ["editor"], "not-editor"),
    token: async (app) => app.signInAs(await makeAdmin(app.db, "viewer")),
  },
  {
    ...signedIn("who is an editor of the company", ["owner"], "not-owner"),
    token: async (app) => app.signInAs(await makeAdmin(app.db, "editor")),
  },
];

/** The intruders whom a call of this level refuses. */
export function intrudersOf(who: Who): readonly Intruder[] {
  return INTRUDERS.filter(({ refusedBy }) => refusedBy.includes(who));
}

function unknown(name: string) {
  return {
    name: `somebody ${name}`,
    refusedBy: ["signed-in", ...PERSONS],
    status: 401,
    reason: "unauthenticated",
  } as const;
}

function signedIn(name: string, refusedBy: readonly Who[], reason: AccessRefusal) {
  return { name: `somebody ${name}`, refusedBy, status: 403 as const, reason };
}
