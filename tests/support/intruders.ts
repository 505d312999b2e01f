import { eq } from "drizzle-orm";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { type AccessRefusal, WHO, type Who } from "#domain/access/access.ts";
import { authSessions } from "#server/identity/tables.ts";
import { makeOrganization, makePerson } from "./factories.ts";
import type { TestApp } from "./make-app.ts";
import { claimsOf, readSigningKey, signToken } from "./sign-token.ts";

/** Somebody who may not make a call: from which level of call on they are refused, and how. */
export type Intruder = {
  name: string;
  refusedFrom: Who;
  status: 401 | 403;
  reason: AccessRefusal;
  token: (app: TestApp) => Promise<string | undefined>;
};

/** Everybody that every call of the contract must refuse at its level; a new call is tried by all of them at once. */
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
    ...signedIn("without a profile", "person", "no-profile"),
    token: async (app) => app.signInAs(await makePerson(app.db, { hasProfile: false })),
  },
  {
    ...signedIn("who is a member of nothing", "member", "no-organization"),
    token: async (app) => app.signInAs(await makePerson(app.db, { organization: null })),
  },
  {
    ...signedIn("without permission in their active organization", "member", "no-organization"),
    token: async (app) => app.signInAs(await makePerson(app.db, { permission: null })),
  },
  {
    ...signedIn("of an unverified organization", "member", "unverified"),
    async token(app) {
      const organization = await makeOrganization(app.db, { status: "INACTIVE" });
      return app.signInAs(await makePerson(app.db, { organization }));
    },
  },
  {
    ...signedIn("who may only read", "writer", "read-only"),
    token: async (app) => app.signInAs(await makePerson(app.db, { permission: "read" })),
  },
  {
    ...signedIn("who is a client", "staff", "not-staff"),
    token: async (app) => app.signInAs(await makePerson(app.db)),
  },
];

/** What staff are not asked for. */
const OF_ORGANIZATIONS: readonly Who[] = ["member", "writer"];

/** Those whom a call of this level refuses. */
export function intrudersOf(who: Who): readonly Intruder[] {
  return INTRUDERS.filter(({ refusedFrom }) =>
    who === "staff" || refusedFrom === "staff"
      ? who === "staff" && !OF_ORGANIZATIONS.includes(refusedFrom)
      : WHO.indexOf(who) >= WHO.indexOf(refusedFrom),
  );
}

function unknown(name: string) {
  return {
    name: `somebody ${name}`,
    refusedFrom: "signed-in",
    status: 401,
    reason: "unauthenticated",
  } as const;
}

function signedIn(name: string, refusedFrom: Who, reason: AccessRefusal) {
  return { name: `somebody ${name}`, refusedFrom, status: 403 as const, reason };
}
